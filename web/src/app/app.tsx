import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { CacheProvider } from '@emotion/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import { newQueryClient } from '../client/query-client.ts';
import { LateDialog } from '../routing/late-dialog.tsx';
import { answerProof, isProofRequested, subscribeProof } from '../session/proof-request.ts';
import { newStyleCache } from '../theme/style-cache.ts';
import { system } from '../theme/system.ts';
import { Toaster } from '../ui/toast-view.tsx';
import { forgetOnChange } from './forget-on-change.ts';
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

const loadDialog = async () => (await import('./proof-dialog.tsx')).ProofDialog;

/** Opens the dialog for a second factor or the password when a call needs one. */
export function ConfirmPassword() {
  const isRequested = useSyncExternalStore(subscribeProof, isProofRequested);
  return isRequested ? <LateDialog load={loadDialog} props={{ onClose: () => answerProof(false) }} /> : null;
}
