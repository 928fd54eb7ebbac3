import { chakra } from '@chakra-ui/react/styled-system';
import { controlStyle } from './control-style.ts';

export const Input = chakra('input', { base: controlStyle });
export const TextArea = chakra('textarea', {
  base: { ...controlStyle, height: 'auto', minHeight: '20', py: '2', resize: 'vertical' },
});
