import { chakra } from '@chakra-ui/react/styled-system';
import { controlStyle } from './control-style.ts';

/** The typed text determines its direction. */
const byText = { defaultProps: { dir: 'auto' } } as const;

export const Input = chakra('input', { base: controlStyle }, byText);
export const TextArea = chakra(
  'textarea',
  { base: { ...controlStyle, height: 'auto', minHeight: '20', py: '2', resize: 'vertical' } },
  byText,
);
