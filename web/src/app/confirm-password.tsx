import { useSyncExternalStore } from 'react';
import { LateDialog } from '../routing/late-dialog.tsx';
import { answerProof, isProofRequested, subscribeProof } from '../session/proof-request.ts';

const loadDialog = async () => (await import('./proof-dialog.tsx')).ProofDialog;

/** Asks for a second factor or the password while a call waits for it. */
export function ConfirmPassword() {
  const isRequested = useSyncExternalStore(subscribeProof, isProofRequested);
  return isRequested ? <LateDialog load={loadDialog} props={{ onClose: () => answerProof(false) }} /> : null;
}
