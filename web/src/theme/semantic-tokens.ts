import { defineSemanticTokens } from '@chakra-ui/react/styled-system';
import { categoryColors, heatColors } from './category-colors.ts';

const palette = (colors: Readonly<Record<number, readonly [light: string, dark: string]>>) =>
  Object.fromEntries(Object.entries(colors).map(([step, [light, dark]]) => [step, pair(light, dark)]));
const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

/** Each status has a text colour and a soft background; no saturated surfaces. */
export const semanticTokens = defineSemanticTokens({
  colors: {
    canvas: pair('#F6F7F9', '#0C1017'),
    surface: pair('#FFFFFF', '#131925'),
    sunken: pair('#F1F3F6', '#0F141E'),
    hover: pair('#F4F6F9', '#182030'),
    line: { DEFAULT: pair('#E4E7EC', '#222C3C'), strong: pair('#CDD3DC', '#34415A') },
    ink: {
      DEFAULT: pair('#111826', '#E8ECF3'),
      2: pair('#475467', '#A9B4C6'),
      3: pair('#697586', '#8391A7'),
    },
    accent: {
      DEFAULT: pair('#3A4FD1', '#8A9BFF'),
      strong: pair('#2D3EB0', '#A3B1FF'),
      text: pair('#2D3EB0', '#B3BEFF'),
      soft: pair('#EEF1FE', '#1D2647'),
      on: pair('#FFFFFF', '#0C1017'),
    },
    success: { DEFAULT: pair('#0B7A4B', '#5BD59A'), soft: pair('#E7F6EE', '#10291F') },
    warning: { DEFAULT: pair('#9A5B00', '#F2B84B'), soft: pair('#FEF4DF', '#2E2412') },
    error: { DEFAULT: pair('#B42318', '#FF8F84'), soft: pair('#FDECEA', '#341A1A') },
    info: { DEFAULT: pair('#175CD3', '#84B6FF'), soft: pair('#E8F1FD', '#14243F') },
    neutral: { DEFAULT: pair('#475467', '#A9B4C6'), soft: pair('#EEF0F4', '#1C2433') },
    category: palette(categoryColors),
    heat: palette(heatColors),
    scrim: pair('rgba(17, 24, 38, 0.42)', 'rgba(3, 6, 12, 0.66)'),
  },
  shadows: {
    card: pair('0 1px 2px rgba(17, 24, 38, 0.04)', 'none'),
    popup: pair(
      '0 8px 24px -6px rgba(17, 24, 38, 0.16), 0 2px 6px rgba(17, 24, 38, 0.06)',
      '0 12px 32px -6px rgba(0, 0, 0, 0.6)',
    ),
    focus: pair('0 0 0 3px rgba(58, 79, 209, 0.16)', '0 0 0 3px rgba(138, 155, 255, 0.24)'),
  },
});
