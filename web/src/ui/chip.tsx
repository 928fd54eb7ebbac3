import { chakra } from '@chakra-ui/react/styled-system';

/** A small rounded control of a filter row: dashed while it filters nothing, accent when it does. */
export const Chip = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    height: 'controlSm',
    px: '2',
    borderRadius: 'badge',
    borderWidth: '1px',
    textStyle: 'label',
    fontFamily: 'inherit',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    bg: 'surface',
    color: 'ink.2',
    borderStyle: 'dashed',
    borderColor: 'line.strong',
    '&:not([data-active]):hover': { color: 'ink', borderColor: 'ink.3' },
    '&[data-active]': {
      bg: 'accent.soft',
      color: 'accent.text',
      borderStyle: 'solid',
      borderColor: 'transparent',
    },
  },
});
