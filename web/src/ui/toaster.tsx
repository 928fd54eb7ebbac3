import { Box, Flex } from '@chakra-ui/react';
import { Portal } from '@chakra-ui/react/portal';
import { Toaster as ChakraToaster, createToaster, Toast } from '@chakra-ui/react/toast';
import { Problem } from '@pii-vault/contract/problem';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { Mono } from './mono.tsx';
import { useHasOpenDialog } from './open-dialogs.ts';

const toaster = createToaster({ placement: 'bottom-end', max: 1, duration: 5000, pauseOnPageIdle: true });

type NewToast = Parameters<typeof toaster.create>[0];
/** Toasts with a secret that are shown or wait, by their id. */
const unread = new Map<string, NewToast>();

/** For text that must be read or copied: a generated password, a welcome. */
export const LONG_TOAST_MS = 10_000;

type Tone = 'success' | 'error' | 'info';

interface ToastOptions {
  durationMs?: number;
  /** Its request id is shown for support. */
  error?: unknown;
  /** Shown once with a button that copies it: a generated password. */
  secret?: { value: string; copyLabel: string } | undefined;
}

const say = (tone: Tone) => (title: string, description?: string, options?: ToastOptions) =>
  show(tone, title, description, options);

/** Toasts, one at a time, 5 s by default. Never pass PII to one. */
export const notify = { success: say('success'), error: say('error'), info: say('info') };

function show(type: Tone, title: string, description?: string, options: ToastOptions = {}): void {
  const { durationMs, error, secret } = options;
  // The login screen shows this error.
  if (error instanceof Problem && error.status === 401) return;
  // The user has stopped the call, or has left.
  if (error instanceof Error && error.name === 'AbortError') return;
  // A toast waits for one with a secret, which can be read only there. It replaces any other shown one.
  for (const shown of toaster.getVisibleToasts()) if (!shown.meta?.secret) toaster.remove(shown.id);
  add({
    type,
    title,
    description,
    ...(durationMs === undefined ? {} : { duration: durationMs }),
    meta: { requestId: error instanceof Problem ? error.requestId : undefined, secret },
  });
}

function add(toast: NewToast): void {
  const id = toaster.create({
    ...toast,
    onStatusChange: ({ status }) => void (status === 'unmounted' && unread.delete(id)),
  });
  if (toast.meta?.secret) unread.set(id, toast);
}

/** Removes the shown toast and those that wait. @returns a function that shows those with a secret again */
export function removeToasts(): () => void {
  const secrets = [...unread.values()];
  unread.clear();
  toaster.remove();
  return () => secrets.forEach(add);
}

const looks = {
  success: { icon: CircleCheck, color: 'success' },
  error: { icon: TriangleAlert, color: 'error' },
  info: { icon: Info, color: 'info' },
} as const;
const lookOf = (type: string | undefined) =>
  type === 'error' || type === 'info' ? looks[type] : looks.success;

/**
 * Where toasts are while a dialog is open: in the middle above it, for their own place may have the dialog's buttons
 * below it. The pointer reaches what is left and right of the toast.
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

/**
 * In the body itself: a dialog hides all else in the body from screen readers, except live regions that stand there.
 */
export function Toaster() {
  const { t } = useTranslation('ui');
  const hasDialog = useHasOpenDialog();
  return (
    <Portal>
      <ChakraToaster
        toaster={toaster}
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
              {toast.meta?.secret ? <ShownSecret {...toast.meta.secret} /> : null}
              {toast.meta?.requestId ? (
                <Box textStyle="small" color="ink.2">
                  {t('error.requestId')} <Mono>{toast.meta.requestId}</Mono>
                </Box>
              ) : null}
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

const ShownSecret = ({ value, copyLabel }: { value: string; copyLabel: string }) => (
  <Flex align="center" gap="2" mt="1" wrap="wrap">
    <Mono overflowWrap="anywhere">{value}</Mono>
    <CopyButton text={value} label={copyLabel} />
  </Flex>
);
