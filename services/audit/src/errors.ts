import { dataLoss, invalidArgument, unavailable } from '@pii-vault/platform/core/errors/app-error';

/** The intake stops at a missing or wrong entry. `what` names producer and number, nothing else. */
export const intakeStopped = (what: string, cause?: unknown) =>
  dataLoss('AUDIT_INTAKE_STOPPED', `The audit intake has stopped: ${what}`, { cause });

export const pendingUnknown = () =>
  unavailable('PENDING_UNKNOWN', 'The vault did not report which audit entries are pending');

export const invalidInput = (path: string, message: string) =>
  invalidArgument('INVALID_INPUT', message, { details: [{ path, message }] });

export const badSignature = () =>
  dataLoss('CHECKPOINT_SIGNATURE', 'The signature of a checkpoint does not verify');

export const treeDamaged = (cause: unknown) =>
  dataLoss('TREE_DAMAGED', 'The hashes of the audit tree are damaged; run a verification', { cause });

/** A signature would confirm a history that an earlier signature contradicts. */
export const treeContradicts = (signedSize: number) =>
  dataLoss(
    'TREE_CONTRADICTED',
    `The audit tree contradicts the checkpoint signed over ${signedSize} entries: no further one is signed`,
  );
