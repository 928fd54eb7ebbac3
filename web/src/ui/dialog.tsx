import { Dialog as ChakraDialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useCountOpen } from './open-dialogs.ts';
import { stayOpen } from './stay-open.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** Buttons, the primary last. */
  footer?: ReactNode;
  isWide?: boolean;
  /** 'alertdialog' for questions that must be answered. */
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
}

/** A dialog above the screen; on a phone a sheet at the bottom. Escape and the cross close it. */
export function Dialog({ isOpen, onClose, title, description, footer, isWide, role, children }: DialogProps) {
  const { t } = useTranslation('ui');
  const returnFocus = useReturnFocus(isOpen);
  useCountOpen(isOpen);
  return (
    <ChakraDialog.Root
      open={isOpen}
      onOpenChange={(change) => (change.open ? undefined : onClose())}
      role={role ?? 'dialog'}
      finalFocusEl={returnFocus}
      onFocusOutside={stayOpen}
      preventScroll={false}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content data-wide={isWide || undefined}>
            <ChakraDialog.Header>
              <ChakraDialog.Title>{title}</ChakraDialog.Title>
              {description ? <ChakraDialog.Description>{description}</ChakraDialog.Description> : null}
            </ChakraDialog.Header>
            {children ? <ChakraDialog.Body>{children}</ChakraDialog.Body> : null}
            {footer ? <ChakraDialog.Footer>{footer}</ChakraDialog.Footer> : null}
            <ChakraDialog.CloseTrigger asChild>
              <Button variant="ghost" size="iconSm" aria-label={t('close')}>
                <Icon as={X} />
              </Button>
            </ChakraDialog.CloseTrigger>
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  );
}
