import {
  type AppError,
  dataLoss,
  invalidArgument,
  unavailable,
} from '@pii-vault/platform/core/errors/app-error';

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

const IF_RESTORED = 'If the database was restored, stop all services and run `pii-vault replay-revocations`';
const AFTER_RESTORE = `${IF_RESTORED}; otherwise treat it as tampering`;

/** A signature would confirm a history that an earlier signature contradicts. */
export const treeContradicts = (signedSize: number) =>
  dataLoss(
    'TREE_CONTRADICTED',
    `The audit tree contradicts the checkpoint signed over ${signedSize} entries: nothing is appended or signed. ${AFTER_RESTORE}`,
  );

/** A restored database has undone revocations: the trail has passed their numbers without their entries. */
export const revocationsUndone = (count: number) =>
  dataLoss(
    'REVOCATIONS_UNDONE',
    `The audit trail lacks ${count} entries of the list of revocations: nothing is appended or signed. ${AFTER_RESTORE}`,
  );

/** A restored database: another trail, or the same one without the revocations that were replayed after a restore. */
export const notCovered = (entries: number) =>
  dataLoss(
    'REVOCATIONS_UNDONE',
    `The list of revocations covers ${entries} entries of another trail, or of another restored copy of this one: nothing is appended or signed. ${AFTER_RESTORE}`,
  );

/** The text for the gateway while listed revocations are missing: nothing may be changed until they have arrived. */
export const revocationsAwaited = (count: number) =>
  `The audit trail does not have ${count} entries of the list of revocations yet. ${IF_RESTORED}; otherwise they arrive within seconds`;

/** Entries of listed revocations are still on the bus; signed without them, the list would claim that they are in. */
export const revocationsPending = (count: number) =>
  unavailable(
    'REVOCATIONS_PENDING',
    `${count} revocations of the list are not in the audit trail yet: it is signed when they are`,
  );

/** A statement of coverage that was late: it would include revocations that its writer has not seen. */
export const listedMeanwhile = () =>
  unavailable('REVOCATIONS_PENDING', 'Another process listed revocations meanwhile: try again');

/** A database restored without its later revocations was found by an earlier check. */
export const trailContradicted = (why: string) => dataLoss('TRAIL_CONTRADICTED', why);

/** Whether the error means that this trail is not the one that was signed. */
export const isContradiction = ({ reason }: Pick<AppError, 'reason'>) =>
  reason === 'TREE_CONTRADICTED' || reason === 'REVOCATIONS_UNDONE';
