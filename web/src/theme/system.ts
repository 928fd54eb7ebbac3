import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import {
  createSystem,
  defineConfig,
  defineKeyframes,
  defineTextStyles,
} from '@chakra-ui/react/styled-system';
import { globalStyles } from './global-styles.ts';
import { dialogRecipe, drawerRecipe } from './recipes/dialog.ts';
import { comboboxRecipe, menuRecipe, popoverRecipe, toastRecipe, tooltipRecipe } from './recipes/popups.ts';
import { semanticTokens } from './semantic-tokens.ts';
import { tokens } from './tokens.ts';

const keyframes = defineKeyframes({
  appear: { from: { opacity: '0' }, to: { opacity: '1' } },
  vanish: { from: { opacity: '1' }, to: { opacity: '0' } },
  rise: { from: { opacity: '0', transform: 'translateY(4px)' }, to: { opacity: '1', transform: 'none' } },
  slideFromEnd: {
    from: { transform: 'translateX(24px)', opacity: '0' },
    to: { transform: 'none', opacity: '1' },
  },
  slideFromStart: {
    from: { transform: 'translateX(-24px)', opacity: '0' },
    to: { transform: 'none', opacity: '1' },
  },
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '0%, 100%': { opacity: '1' }, '50%': { opacity: '0.45' } },
});

/** Values of `textStyle`; features set typography only by it. */
const textStyles = defineTextStyles({
  body: { value: { fontSize: 'body', lineHeight: 'body' } },
  strong: { value: { fontSize: 'body', lineHeight: 'body', fontWeight: 'semibold' } },
  small: { value: { fontSize: 'small', lineHeight: 'small' } },
  label: { value: { fontSize: 'small', lineHeight: 'small', fontWeight: 'medium' } },
  group: { value: { fontSize: 'tiny', lineHeight: 'tiny', fontWeight: 'medium' } },
  card: { value: { fontSize: 'card', lineHeight: 'body', fontWeight: 'semibold' } },
  title: {
    value: { fontSize: 'title', lineHeight: 'title', fontWeight: 'title', letterSpacing: '-0.012em' },
  },
  figure: {
    value: { fontSize: 'figure', lineHeight: 'figure', fontWeight: 'figure', letterSpacing: '-0.015em' },
  },
  mono: { value: { fontFamily: 'mono', fontSize: 'small', lineHeight: 'body' } },
});

/** Chakra's engine with our tokens and only the recipes that ui/ uses. Chakra's default theme is not bundled. */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    cssVarsPrefix: 'pv',
    preflight: true,
    // With layers, each added rule makes the browser re-sort the layers and lay out the whole document, at the first
    // dialog or menu of a screen. Emotion's order of rules gives the same precedence without layers.
    disableLayers: true,
    globalCss: globalStyles,
    theme: {
      breakpoints: { sm: '480px', md: '768px', lg: '1100px', xl: '1440px' },
      keyframes,
      tokens,
      semanticTokens,
      textStyles,
      slotRecipes: {
        dialog: dialogRecipe,
        drawer: drawerRecipe,
        combobox: comboboxRecipe,
        menu: menuRecipe,
        popover: popoverRecipe,
        tooltip: tooltipRecipe,
        toast: toastRecipe,
      },
    },
  }),
);
