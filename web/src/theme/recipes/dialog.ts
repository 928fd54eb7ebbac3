import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

const layer = { zIndex: 'calc(var(--pv-z-index-popover) + var(--layer-index, 0))' };

const backdrop = {
  bg: 'scrim',
  position: 'fixed',
  inset: '0',
  ...layer,
  _open: { animation: 'appear', animationDuration: 'moderate' },
  _closed: { animation: 'vanish', animationDuration: 'fast' },
} as const;

const parts = {
  header: { display: 'flex', flexDirection: 'column', gap: '1', px: '5', pt: '5', pb: '3', pe: '12' },
  title: { textStyle: 'card', fontSize: 'lead' },
  description: { color: 'ink.2' },
  body: { px: '5', py: '2', flex: '1', overflow: 'auto' },
  footer: {
    display: 'flex',
    justifyContent: 'flex-end',
    flexWrap: 'wrap',
    gap: '2',
    px: '5',
    pt: '4',
    pb: '5',
  },
  closeTrigger: { position: 'absolute', top: '3.5', insetEnd: '3.5' },
} as const;

export const dialogRecipe = defineSlotRecipe({
  slots: [
    'backdrop',
    'positioner',
    'content',
    'header',
    'title',
    'description',
    'body',
    'footer',
    'closeTrigger',
  ],
  className: 'pv-dialog',
  base: {
    backdrop,
    positioner: {
      position: 'fixed',
      inset: '0',
      display: 'flex',
      alignItems: { base: 'flex-end', md: 'flex-start' },
      justifyContent: 'center',
      p: { base: '0', md: '4' },
      pt: { md: '12vh' },
      overflow: 'auto',
      ...layer,
    },
    content: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      maxWidth: 'dialog',
      maxHeight: { base: '92dvh', md: '80dvh' },
      bg: 'surface',
      color: 'ink',
      borderWidth: '1px',
      borderRadius: 'card',
      borderBottomRadius: { base: '0', md: 'card' },
      boxShadow: 'popup',
      outline: '0',
      _open: { animation: 'rise', animationDuration: 'moderate', animationTimingFunction: 'out' },
      '&[data-wide]': { maxWidth: 'dialogWide' },
    },
    ...parts,
  },
});

export const drawerRecipe = defineSlotRecipe({
  slots: [
    'backdrop',
    'positioner',
    'content',
    'header',
    'title',
    'description',
    'body',
    'footer',
    'closeTrigger',
  ],
  className: 'pv-drawer',
  base: {
    backdrop,
    positioner: {
      position: 'fixed',
      inset: '0',
      display: 'flex',
      justifyContent: 'flex-end',
      '&[data-side=start]': { justifyContent: 'flex-start' },
      ...layer,
    },
    content: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      maxWidth: 'drawer',
      height: '100dvh',
      bg: 'surface',
      color: 'ink',
      boxShadow: 'popup',
      outline: '0',
      '&[data-side=start]': { maxWidth: 'sidebar' },
      '&[data-side=end][data-state=open]': {
        animation: 'slideFromEnd',
        animationDuration: 'moderate',
        animationTimingFunction: 'out',
      },
      '&[data-side=start][data-state=open]': {
        animation: 'slideFromStart',
        animationDuration: 'moderate',
        animationTimingFunction: 'out',
      },
    },
    ...parts,
  },
});
