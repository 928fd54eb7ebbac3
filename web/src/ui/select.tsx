import { Box } from '@chakra-ui/react';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { ChevronDown } from 'lucide-react';
import { controlStyle } from './control-style.ts';
import { Icon } from './icon.tsx';

const NativeSelect = chakra('select', {
  base: {
    ...controlStyle,
    appearance: 'none',
    pe: '8',
    textOverflow: 'ellipsis',
    cursor: 'pointer',
    '& option': { bg: 'surface', color: 'ink' },
  },
});

export interface Option {
  value: string;
  label: string;
}

interface SelectProps extends HTMLChakraProps<'select'> {
  options: readonly Option[];
  /** Text of the first, empty option. */
  placeholder?: string;
}

/** A native select in the product's style; accepts the result of `register()`. */
export function Select({ options, placeholder, ...rest }: SelectProps) {
  return (
    <Box position="relative">
      <NativeSelect {...rest}>
        {placeholder ? <option value="">{placeholder}</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
      <Box
        position="absolute"
        insetEnd="2.5"
        top="0"
        bottom="0"
        display="flex"
        alignItems="center"
        color="ink.3"
        pointerEvents="none"
      >
        <Icon as={ChevronDown} size={14} />
      </Box>
    </Box>
  );
}
