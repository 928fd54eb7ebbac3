import { defineGlobalStyles } from '@chakra-ui/react/styled-system';

export const globalStyles = defineGlobalStyles({
  html: { bg: 'canvas', color: 'ink', fontFamily: 'body', textSizeAdjust: '100%' },
  body: {
    textStyle: 'body',
    fontWeight: 'regular',
    fontVariantNumeric: 'tabular-nums',
    fontFeatureSettings: "'cv11', 'ss03'",
    minHeight: '100dvh',
    // Ark sets `pointer-events: none` on the body while a dialog is open, which restyles the whole document. The
    // dialog's backdrop already blocks clicks.
    pointerEvents: 'auto !important',
  },
  '*': {
    borderColor: 'line',
    borderStyle: 'solid',
    borderWidth: '0',
    '@media (prefers-reduced-motion: reduce)': {
      animationDuration: '1ms !important',
      animationIterationCount: '1 !important',
      // 1ms would start a transition of every property on every element.
      transitionDuration: '0s !important',
    },
  },
  '*:focus-visible': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  '*::placeholder': { color: 'ink.3', opacity: '1' },
  '*::selection': { bg: 'accent.soft', color: 'accent.text' },
  // Prevents that a right-to-left name reorders the rest of its line.
  'a, b, button, code, em, label, li, small, span, strong, time': { unicodeBidi: 'isolate' },
  // As a block, a name from right to left still starts at the left, where both languages of the console start.
  bdi: { textAlign: 'left' },
  hr: { borderWidth: '0' },
  'b, strong': { fontWeight: 'semibold' },
  '[data-print]': { '@media print': { '&[data-print=hide]': { display: 'none !important' } } },
});
