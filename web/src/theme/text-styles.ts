import { defineTextStyles } from '@chakra-ui/react/styled-system';

/** `textStyle="…"`: the only way a feature sets type. */
export const textStyles = defineTextStyles({
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
