import { defineTokens } from '@chakra-ui/react/styled-system';

/** Converts px to rem, so that the console scales with the browser's font size. */
const rem = (px: number) => ({ value: `${px / 16}rem` });

const steps = [
  0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 28, 32, 36, 40, 44, 52, 60, 64,
  72, 80,
];
const grid = Object.fromEntries(steps.map((step) => [String(step), rem(step * 4)]));

/** All sizes that a feature may use. */
export const tokens = defineTokens({
  spacing: { ...grid, px: { value: '1px' } },
  sizes: {
    ...grid,
    px: { value: '1px' },
    full: { value: '100%' },
    '1/2': { value: '50%' },
    sidebar: rem(232),
    topbar: rem(52),
    control: rem(32),
    controlSm: rem(26),
    row: rem(40),
    headRow: rem(32),
    badge: rem(20),
    panel: rem(400),
    drawer: rem(440),
    dialog: rem(480),
    dialogWide: rem(760),
    form: rem(400),
    search: rem(240),
    palette: rem(600),
    prose: rem(640),
    graph: rem(400),
    graphSmall: rem(300),
    list: rem(620),
  },
  radii: {
    none: { value: '0' },
    card: rem(10),
    control: rem(7),
    badge: rem(5),
    full: { value: '9999px' },
  },
  fonts: {
    body: { value: "'Inter Variable', 'Noto Sans Devanagari Variable', system-ui, sans-serif" },
    mono: { value: "'JetBrains Mono Variable', 'Noto Sans Devanagari Variable', ui-monospace, monospace" },
  },
  fontSizes: {
    tiny: rem(11),
    small: rem(12),
    body: rem(13),
    card: rem(14),
    lead: rem(15),
    title: rem(20),
    figure: rem(26),
  },
  fontWeights: {
    regular: { value: '420' },
    medium: { value: '500' },
    semibold: { value: '600' },
    figure: { value: '620' },
    title: { value: '640' },
  },
  lineHeights: { tiny: rem(16), small: rem(16), body: rem(20), title: rem(28), figure: rem(34) },
  zIndex: {
    sticky: { value: 10 },
    shell: { value: 20 },
    popover: { value: 1000 },
    toast: { value: 2000 },
    tooltip: { value: 2100 },
  },
  durations: { fast: { value: '120ms' }, moderate: { value: '180ms' }, slow: { value: '240ms' } },
  easings: { out: { value: 'cubic-bezier(0.2, 0, 0, 1)' } },
});
