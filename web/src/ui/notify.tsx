import { Box, Flex } from '@chakra-ui/react';
import { Problem } from '@pii-vault/contract/problem';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { Mono } from './mono.tsx';
import { toasts } from './toast-view.tsx';

type NewToast = Parameters<typeof toasts.create>[0];

/** Toasts with a secret that the user has not closed, by id: they are kept while the session has expired. */
const unread = new Map<string, NewToast>();

/** Duration for text to read or copy: a generated password, a welcome. */
export const LONG_TOAST_MS = 10_000;

type Tone = 'success' | 'error' | 'info';

interface Secret {
  value: string;
  copyLabel: string;
}

interface ToastOptions {
  durationMs?: number;
  /** Its request id is shown for support. */
  error?: unknown;
  /** Shown once, with a button that copies it: a generated password. */
  secret?: Secret | undefined;
}

const say = (tone: Tone) => (title: string, description?: string, options?: ToastOptions) =>
  show(tone, title, description, options);

/** Toasts, one at a time, 5 s by default. Never pass PII to one. */
export const notify = { success: say('success'), error: say('error'), info: say('info') };

/** A 401 shows the login, and an aborted call was stopped by the user or by a logout. */
const needsNoToast = (error: unknown): boolean =>
  (error instanceof Problem && error.status === 401) ||
  (error instanceof Error && error.name === 'AbortError');

function show(type: Tone, title: string, description?: string, options: ToastOptions = {}): void {
  const { durationMs, error, secret } = options;
  if (needsNoToast(error)) return;
  // A new toast replaces the shown one, but waits for a secret, which cannot be read anywhere else.
  for (const { id } of toasts.getVisibleToasts()) if (id && !unread.has(id)) toasts.remove(id);
  const requestId = error instanceof Problem ? error.requestId : undefined;
  const toast = {
    type,
    title,
    description,
    ...(durationMs === undefined ? {} : { duration: durationMs }),
    meta: {
      content: (
        <>
          {secret ? <ShownSecret {...secret} /> : null}
          {requestId ? <RequestId id={requestId} /> : null}
        </>
      ),
    },
  };
  if (secret) addSecret(toast);
  else toasts.create(toast);
}

function addSecret(toast: NewToast): void {
  const id = toasts.create({
    ...toast,
    onStatusChange: ({ status }) => void (status === 'unmounted' && unread.delete(id)),
  });
  unread.set(id, toast);
}

/** Removes the shown toast and those that wait. @returns a function that shows those with a secret again */
export function removeToasts(): () => void {
  const secrets = [...unread.values()];
  unread.clear();
  toasts.remove();
  return () => secrets.forEach(addSecret);
}

const ShownSecret = ({ value, copyLabel }: Secret) => (
  <Flex align="center" gap="2" mt="1" wrap="wrap">
    <Mono overflowWrap="anywhere">{value}</Mono>
    <CopyButton text={value} label={copyLabel} />
  </Flex>
);

function RequestId({ id }: { id: string }) {
  const { t } = useTranslation('ui');
  return (
    <Box textStyle="small" color="ink.2">
      {t('error.requestId')} <Mono>{id}</Mono>
    </Box>
  );
}
