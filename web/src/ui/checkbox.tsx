import { Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ComponentProps, type ReactNode, useId } from 'react';

const Box = chakra('input', {
  base: { accentColor: 'accent', boxSize: '4', flexShrink: '0', mt: '0.5', cursor: 'pointer' },
});

/** A checkbox with its text; takes register() and `checked`. */
export function Checkbox({ children, ...rest }: ComponentProps<typeof Box> & { children: ReactNode }) {
  const id = useId();
  return (
    <label htmlFor={id}>
      <Flex as="span" gap="2" cursor="pointer" align="flex-start">
        <Box id={id} type="checkbox" {...rest} />
        <span>{children}</span>
      </Flex>
    </label>
  );
}
