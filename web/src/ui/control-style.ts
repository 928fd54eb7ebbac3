import { defineStyle } from '@chakra-ui/react/styled-system';

/** Common style of text inputs, selects and text areas. */
export const controlStyle = defineStyle({
  width: 'full',
  minWidth: '0',
  height: 'control',
  px: '2.5',
  bg: 'surface',
  color: 'ink',
  borderWidth: '1px',
  borderColor: 'line.strong',
  borderRadius: 'control',
  fontFamily: 'inherit',
  textStyle: 'body',
  transition: 'border-color 120ms, box-shadow 120ms',
  _focusVisible: { outline: 'none', borderColor: 'accent', boxShadow: 'focus' },
  _invalid: { borderColor: 'error' },
  _disabled: { opacity: '0.6', cursor: 'not-allowed' },
});
