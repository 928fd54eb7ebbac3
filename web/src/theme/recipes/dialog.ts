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

const slots = [
  'backdrop',
  'positioner',
  'content',
  'header',
  'title',
  'description',
  'body',
  'footer',
  'closeTrigger',
] as const;

/** Shared by dialog and drawer. */
const sheet = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  width: 'full',
  bg: 'surface',
  color: 'ink',
  boxShadow: 'popup',
  outline: '0',
} as const;

export const dialogRecipe = defineSlotRecipe({
  slots,
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
      ...sheet,
      maxWidth: 'dialog',
      maxHeight: { base: '92dvh', md: '80dvh' },
      borderWidth: '1px',
      borderRadius: 'card',
      borderBottomRadius: { base: '0', md: 'card' },
      _open: { animation: 'rise', animationDuration: 'moderate', animationTimingFunction: 'out' },
      '&[data-wide]': { maxWidth: 'dialogWide' },
    },
    ...parts,
  },
});

export const drawerRecipe = defineSlotRecipe({
  slots,
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
      ...sheet,
      maxWidth: 'drawer',
      height: '100dvh',
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
