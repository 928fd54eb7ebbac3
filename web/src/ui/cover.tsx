import { Dialog as ChakraDialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactNode } from 'react';
import { useCountOpen } from './open-dialogs.ts';

/** A page above everything, including open dialogs. The user cannot close it. */
export function Cover({ label, children }: { label: string; children: ReactNode }) {
  useCountOpen(true);
  return (
    <ChakraDialog.Root open preventScroll={false} closeOnEscape={false} closeOnInteractOutside={false}>
      <Portal>
        <ChakraDialog.Positioner p="0" pt="0" bg="canvas">
          <ChakraDialog.Content
            aria-label={label}
            maxWidth="full"
            minHeight="100dvh"
            maxHeight="none"
            bg="canvas"
            borderWidth="0"
            borderRadius="none"
            boxShadow="none"
          >
            {children}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  );
}
