import { Drawer as ChakraDrawer } from '@chakra-ui/react/drawer';
import { Portal } from '@chakra-ui/react/portal';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useCountOpen } from './open-dialogs.ts';
import { stayOpen } from './stay-open.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Accessible name. */
  label: string;
  side?: 'start' | 'end';
  children: ReactNode;
}

/** A panel at the edge of the screen; Escape, the cross and a click outside close it. */
export function Drawer({ isOpen, onClose, label, side = 'end', children }: DrawerProps) {
  const { t } = useTranslation('ui');
  const returnFocus = useReturnFocus(isOpen);
  useCountOpen(isOpen);
  return (
    <ChakraDrawer.Root
      open={isOpen}
      onOpenChange={(change) => (change.open ? undefined : onClose())}
      finalFocusEl={returnFocus}
      onFocusOutside={stayOpen}
      preventScroll={false}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDrawer.Backdrop />
        <ChakraDrawer.Positioner data-side={side}>
          <ChakraDrawer.Content data-side={side} aria-label={label}>
            {children}
            <ChakraDrawer.CloseTrigger asChild>
              <Button variant="ghost" size="iconSm" aria-label={t('close')}>
                <Icon as={X} />
              </Button>
            </ChakraDrawer.CloseTrigger>
          </ChakraDrawer.Content>
        </ChakraDrawer.Positioner>
      </Portal>
    </ChakraDrawer.Root>
  );
}
