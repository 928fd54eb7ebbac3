import { Dialog as ChakraDialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactNode } from 'react';
import { useCountOpen } from '../../ui/open-dialogs.ts';

/** A dialog without head and foot, for the palette. */
export function PaletteFrame(props: { onClose: () => void; label: string; children: ReactNode }) {
  useCountOpen(true);
  return (
    <ChakraDialog.Root
      open
      onOpenChange={(change) => (change.open ? undefined : props.onClose())}
      preventScroll={false}
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content aria-label={props.label} maxWidth="palette" overflow="hidden">
            {props.children}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  );
}
