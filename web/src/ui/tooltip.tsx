import { Tooltip as ChakraTooltip } from '@chakra-ui/react/tooltip';
import type { ReactElement } from 'react';

/**
 * Opens after 700 ms and closes after 300 ms. Until it has closed, another one opens at once (skip delay). The child
 * must accept a ref and event handlers.
 */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <ChakraTooltip.Root openDelay={700} closeDelay={300} lazyMount unmountOnExit>
      <ChakraTooltip.Trigger asChild>{children}</ChakraTooltip.Trigger>
      <ChakraTooltip.Positioner>
        <ChakraTooltip.Content>{label}</ChakraTooltip.Content>
      </ChakraTooltip.Positioner>
    </ChakraTooltip.Root>
  );
}
