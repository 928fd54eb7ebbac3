import { Box } from '@chakra-ui/react';
import { Portal } from '@chakra-ui/react/portal';
import { Toaster as ChakraToaster, createToaster, Toast } from '@chakra-ui/react/toast';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useHasOpenDialog } from './open-dialogs.ts';

/** Shows one toast at a time. `meta.content` is drawn below the description. */
export const toasts = createToaster({
  placement: 'bottom-end',
  max: 1,
  duration: 5000,
  pauseOnPageIdle: true,
});

const looks = {
  success: { icon: CircleCheck, color: 'success' },
  error: { icon: TriangleAlert, color: 'error' },
  info: { icon: Info, color: 'info' },
} as const;
const lookOf = (type: string | undefined) =>
  type === 'error' || type === 'info' ? looks[type] : looks.success;

/**
 * Place of toasts while a dialog is open: centred at the top, because in the corner they could cover its buttons.
 * Clicks to the left and right of the toast reach the dialog.
 */
const aboveDialog = {
  top: '1rem',
  bottom: 'auto',
  insetInlineStart: '1rem',
  insetInlineEnd: '1rem',
  height: 'var(--first-height)',
  alignItems: 'center',
  pointerEvents: 'none',
} as const;

/** A child of the body: a dialog hides all children of the body from screen readers, except live regions. */
export function Toaster() {
  const { t } = useTranslation('ui');
  const hasDialog = useHasOpenDialog();
  return (
    <Portal>
      <ChakraToaster
        toaster={toasts}
        insetInline={{ mdDown: '4' }}
        {...(hasDialog ? { style: aboveDialog } : {})}
      >
        {(toast) => (
          <Toast.Root>
            <Box color={lookOf(toast.type).color} mt="0.5">
              <Icon as={lookOf(toast.type).icon} />
            </Box>
            <Box flex="1" minWidth="0">
              <Toast.Title>{toast.title}</Toast.Title>
              {toast.description ? <Toast.Description>{toast.description}</Toast.Description> : null}
              {toast.meta?.content}
            </Box>
            <Toast.CloseTrigger asChild>
              <Button variant="ghost" size="iconSm" aria-label={t('close')}>
                <Icon as={X} size={14} />
              </Button>
            </Toast.CloseTrigger>
          </Toast.Root>
        )}
      </ChakraToaster>
    </Portal>
  );
}
