import { Popover as ChakraPopover } from '@chakra-ui/react/popover';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactElement, ReactNode } from 'react';

interface PopoverProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** A button; takes a ref. */
  trigger: ReactElement;
  /** Accessible name of the content. */
  label: string;
  /** Default: below the button. */
  placement?: 'top-start';
  children: ReactNode;
}

/** A popover with controls at a button: the focus moves in and returns, Escape and a click outside close it. */
export function Popover({ isOpen, onOpenChange, trigger, label, placement, children }: PopoverProps) {
  return (
    <ChakraPopover.Root
      open={isOpen}
      onOpenChange={(change) => onOpenChange(change.open)}
      positioning={{ placement: placement ?? 'bottom-start' }}
      lazyMount
      unmountOnExit
    >
      <ChakraPopover.Trigger asChild>{trigger}</ChakraPopover.Trigger>
      <Portal>
        <ChakraPopover.Positioner>
          <ChakraPopover.Content aria-label={label}>{children}</ChakraPopover.Content>
        </ChakraPopover.Positioner>
      </Portal>
    </ChakraPopover.Root>
  );
}
