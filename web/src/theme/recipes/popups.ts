import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

const panel = {
  bg: 'surface',
  color: 'ink',
  borderWidth: '1px',
  borderRadius: 'control',
  boxShadow: 'popup',
  outline: '0',
  zIndex: 'calc(var(--pv-z-index-popover) + var(--layer-index, 0))',
  _open: { animation: 'appear', animationDuration: 'fast' },
} as const;

export const menuRecipe = defineSlotRecipe({
  slots: ['content', 'item', 'itemText', 'itemIndicator', 'itemGroup', 'itemGroupLabel', 'separator'],
  className: 'pv-menu',
  base: {
    content: {
      ...panel,
      minWidth: '44',
      maxHeight: 'min(var(--available-height), 26rem)',
      overflowY: 'auto',
      p: '1',
      scrollPadding: '1',
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minHeight: '8',
      px: '2',
      py: '1',
      borderRadius: 'badge',
      cursor: 'pointer',
      userSelect: 'none',
      outline: '0',
      textAlign: 'start',
      color: 'ink',
      textDecoration: 'none',
      '&[data-tone=danger]': { color: 'error' },
      _highlighted: { bg: 'hover' },
      _disabled: { opacity: '0.5', cursor: 'not-allowed' },
    },
    itemText: { flex: '1', minWidth: '0' },
    itemIndicator: { color: 'accent', display: 'inline-flex' },
    itemGroupLabel: { px: '2', py: '1.5', textStyle: 'group', color: 'ink.3' },
    separator: { height: '1px', bg: 'line', my: '1', mx: '-1' },
  },
});

export const popoverRecipe = defineSlotRecipe({
  slots: ['content'],
  className: 'pv-popover',
  base: {
    content: {
      ...panel,
      display: 'flex',
      flexDirection: 'column',
      width: '72',
      maxWidth: 'calc(100vw - 1rem)',
      maxHeight: 'min(var(--available-height), 26rem)',
      overflow: 'hidden',
    },
  },
});

export const comboboxRecipe = defineSlotRecipe({
  slots: ['root', 'content', 'item', 'itemGroupLabel'],
  className: 'pv-combobox',
  base: {
    content: {
      p: '1',
      outline: '0',
      overflowY: 'auto',
      minHeight: '0',
      '&[data-popup]': {
        ...panel,
        width: 'full',
        maxHeight: 'min({sizes.48}, var(--available-height))',
      },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: '2',
      py: '1.5',
      borderRadius: 'badge',
      cursor: 'pointer',
      _highlighted: { bg: 'accent.soft', color: 'accent.text' },
      '&[data-state=checked]': { fontWeight: 'semibold' },
    },
    itemGroupLabel: { px: '2', py: '1.5', textStyle: 'group', color: 'ink.2' },
  },
});

export const tooltipRecipe = defineSlotRecipe({
  slots: ['content'],
  className: 'pv-tooltip',
  base: {
    content: {
      bg: 'ink',
      color: 'surface',
      textStyle: 'small',
      px: '2',
      py: '1',
      borderRadius: 'badge',
      maxWidth: '72',
      zIndex: 'tooltip',
      _open: { animation: 'appear', animationDuration: 'fast' },
    },
  },
});

export const toastRecipe = defineSlotRecipe({
  slots: ['root', 'title', 'description', 'closeTrigger', 'actionTrigger', 'indicator'],
  className: 'pv-toast',
  base: {
    root: {
      display: 'flex',
      alignItems: 'flex-start',
      gap: '2.5',
      width: { base: 'calc(100vw - 2rem)', md: '24rem' },
      bg: 'surface',
      color: 'ink',
      borderWidth: '1px',
      borderRadius: 'card',
      boxShadow: 'popup',
      p: '3.5',
      pe: '9',
      translate: 'var(--x) var(--y)',
      scale: 'var(--scale)',
      zIndex: 'var(--z-index)',
      height: 'var(--height)',
      opacity: 'var(--opacity)',
      willChange: 'translate, opacity, scale',
      transition: 'translate 240ms, scale 240ms, opacity 160ms, height 240ms',
    },
    title: { textStyle: 'strong' },
    description: { color: 'ink.2', overflowWrap: 'anywhere' },
    closeTrigger: { position: 'absolute', top: '2.5', insetEnd: '2.5' },
  },
});
