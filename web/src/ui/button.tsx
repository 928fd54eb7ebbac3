import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';

const StyledButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    borderRadius: 'control',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontFamily: 'inherit',
    fontWeight: 'semibold',
    textStyle: 'strong',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    cursor: 'pointer',
    userSelect: 'none',
    transition: 'background 120ms, border-color 120ms, color 120ms',
    _disabled: { opacity: '0.55', cursor: 'not-allowed' },
  },
  variants: {
    variant: {
      primary: { bg: 'accent', color: 'accent.on', _hover: { bg: 'accent.strong' } },
      secondary: {
        bg: 'surface',
        color: 'ink',
        borderColor: 'line.strong',
        _hover: { bg: 'hover' },
      },
      ghost: { bg: 'transparent', color: 'ink.2', _hover: { bg: 'hover', color: 'ink' } },
      danger: { bg: 'error', color: 'accent.on', _hover: { filter: 'brightness(0.92)' } },
      link: {
        bg: 'transparent',
        color: 'accent.text',
        px: '0',
        height: 'auto',
        fontWeight: 'medium',
        _hover: { textDecoration: 'underline' },
      },
    },
    size: {
      md: { height: 'control', px: '3' },
      sm: { height: 'controlSm', px: '2.5', textStyle: 'small', fontWeight: 'medium', gap: '1.5' },
      icon: { width: 'control', height: 'control', px: '0' },
      iconSm: { width: 'controlSm', height: 'controlSm', px: '0' },
    },
  },
  compoundVariants: [{ variant: 'link', css: { height: 'auto', px: '0' } }],
  defaultVariants: { variant: 'secondary', size: 'md' },
});

export interface ButtonProps extends Omit<HTMLChakraProps<'button'>, 'size'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'link';
  size?: 'md' | 'sm' | 'icon' | 'iconSm';
  icon?: LucideIcon;
  /** Disables the button while the action runs; the caller sets the label. */
  pending?: boolean;
}

/** One primary per screen. With `asChild` the child (a Link) gets the style. */
export function Button({
  icon,
  pending,
  disabled,
  children,
  asChild,
  type = 'button',
  ...rest
}: ButtonProps) {
  // An explicit colour also applies on hover, where the variant has its own.
  const hover = {
    ...(rest.color === undefined ? {} : { color: rest.color }),
    ...(rest.bg === undefined ? {} : { bg: rest.bg }),
  };
  if (asChild) {
    return (
      <StyledButton asChild _hover={hover} {...rest}>
        {children}
      </StyledButton>
    );
  }
  return (
    <StyledButton
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      _hover={hover}
      {...rest}
    >
      {icon ? <Icon as={icon} size={rest.size === 'sm' ? 14 : 16} /> : null}
      {children}
    </StyledButton>
  );
}
