import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { answerProof, isProofRequested, subscribeProof } from '../session/proof-request.ts';
import { readSession, subscribeSession } from '../session/session-store.ts';

const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

/** Asks for a second factor or the password while a call waits for it, and for nothing otherwise. */
export function ConfirmPassword() {
  const isRequested = useSyncExternalStore(subscribeProof, isProofRequested);
  useEffect(
    () => subscribeSession(() => (readSession().status === 'out' ? answerProof(false) : undefined)),
    [],
  );
  return isRequested ? (
    <Suspense fallback={null}>
      <ProofDialog />
    </Suspense>
  ) : null;
}
