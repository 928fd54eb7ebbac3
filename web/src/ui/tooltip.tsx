import { Tooltip as ChakraTooltip } from '@chakra-ui/react/tooltip';
import type { ReactElement } from 'react';

/**
 * Opens after 700 ms. It stays for 300 ms; within them the next one opens at once (the skip delay). The child must take
 * a ref and events.
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
