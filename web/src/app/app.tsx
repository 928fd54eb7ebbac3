import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { CacheProvider } from '@emotion/react';
import { focusManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import { newQueryClient } from '../client/query-client.ts';
import { lateDialog } from '../routing/late-part.tsx';
import { displayName } from '../session/display-name.ts';
import { answerProof, isProofRequested, subscribeProof } from '../session/proof-request.ts';
import { readSession, subscribeSession } from '../session/session-store.ts';
import { newStyleCache } from '../theme/style-cache.ts';
import { system } from '../theme/system.ts';
import { notify, removeToasts } from '../ui/notify.tsx';
import { Toaster } from '../ui/toast-view.tsx';
import { newRouter } from './router.tsx';

export function App() {
  const [styleCache] = useState(newStyleCache);
  const [queryClient] = useState(newQueryClient);
  const [router] = useState(newRouter);
  useEffect(() => forgetOnChange(queryClient), [queryClient]);
  return (
    <CacheProvider value={styleCache}>
      <ChakraProvider value={system}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <ConfirmPassword />
          <Toaster />
        </QueryClientProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}

const ProofDialog = lateDialog(async () => (await import('./proof-dialog.tsx')).ProofDialog);

/** Opens the dialog for a second factor or the password when a call needs one. */
export function ConfirmPassword() {
  const isRequested = useSyncExternalStore(subscribeProof, isProofRequested);
  return isRequested ? <ProofDialog onClose={() => answerProof(false)} /> : null;
}

/**
 * Clears the cache and toasts at logout and when the user changes, so that no user sees another's data. While the
 * session is expired, polling stops and toasts with secrets are hidden. When the same user signs in again, they
 * reappear and all queries refetch.
 * @returns a function that unsubscribes
 */
export function forgetOnChange(queryClient: QueryClient): () => void {
  let before = readSession();
  let showSecrets = () => {};
  return subscribeSession(() => {
    const now = readSession();
    focusManager.setFocused(now.status === 'expired' ? false : undefined);
    const isOther = before.user !== null && now.user !== null && before.user.id !== now.user.id;
    if (now.status === 'out' || isOther) {
      queryClient.clear();
      removeToasts();
    } else if (now.status === 'expired') {
      showSecrets = removeToasts();
    } else if (before.status === 'expired') {
      showSecrets();
      queryClient.invalidateQueries();
    }
    if (isOther) notify.info(i18next.t('session.switched', { ns: 'app', name: displayName(now.user) }));
    before = now;
  });
}
