import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { globalStyles } from './global-styles.ts';
import { keyframes } from './motion.ts';
import { dialogRecipe, drawerRecipe } from './recipes/dialog.ts';
import { menuRecipe, popoverRecipe, toastRecipe, tooltipRecipe } from './recipes/popups.ts';
import { semanticTokens } from './semantic-tokens.ts';
import { textStyles } from './text-styles.ts';
import { tokens } from './tokens.ts';

/** Chakra's engine with our tokens and only the recipes that ui/ uses; Chakra's own theme stays out of the bundle. */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    cssVarsPrefix: 'pv',
    preflight: true,
    // A browser orders the layers again for each rule that is added to one, and lays out the whole document: at each
    // first dialog or menu. Emotion's order of rules and the merge in each class decide without layers too.
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
        menu: menuRecipe,
        popover: popoverRecipe,
        tooltip: tooltipRecipe,
        toast: toastRecipe,
      },
    },
  }),
);
