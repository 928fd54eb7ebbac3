import { Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ComponentProps, type ReactNode, useId } from 'react';

/** A checkbox without text; needs an `aria-label`. */
export const CheckBox = chakra(
  'input',
  {
    base: {
      appearance: 'none',
      display: 'inline-grid',
      placeContent: 'center',
      boxSize: '4',
      flexShrink: '0',
      mt: '0.5',
      cursor: 'pointer',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'ink.3',
      borderRadius: 'badge',
      _before: {
        content: '""',
        boxSize: '2.5',
        bg: 'accent.on',
        clipPath: 'polygon(14% 44%, 0 60%, 40% 96%, 100% 20%, 84% 6%, 38% 66%)',
        visibility: 'hidden',
      },
      _checked: { bg: 'accent', borderColor: 'accent', _before: { visibility: 'visible' } },
    },
  },
  { defaultProps: { type: 'checkbox' } },
);

/** A checkbox with its text; takes register() and `checked`. */
export function Checkbox({ children, ...rest }: ComponentProps<typeof CheckBox> & { children: ReactNode }) {
  const id = useId();
  return (
    <label htmlFor={id}>
      <Flex as="span" gap="2" cursor="pointer" align="flex-start">
        <CheckBox id={id} {...rest} />
        <span>{children}</span>
      </Flex>
    </label>
  );
}
