import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { Pending } from '../../entries/pending/pending-entries.ts';
import { treeSize } from '../../tree/proofs/proof-store.ts';
import type { CheckpointKeeper } from '../checkpoint-keeper.ts';
import type { StoredCheckpoint } from '../checkpoint-store.ts';
import type { SignedRootsDeps } from './signed-roots.ts';
import { endVerification, noteProgress, startVerification, type Verification } from './verification-store.ts';
import { type TrailVerdict, verifyTrail } from './verify-trail.ts';

export interface RunVerificationDeps extends SignedRootsDeps {
  readonly db: Pick<Database, 'system'>;
  readonly keeper: Pick<CheckpointKeeper, 'covering' | 'keepUp' | 'fault'>;
  readonly log: Logger;
  pending(): Promise<Pending>;
  latestCheckpoint(): Promise<StoredCheckpoint | undefined>;
  /** Number of entries; larger trees are checked in the background, and the caller polls for the result. */
  readonly waitUpTo: number;
  /** Aborts a running check when the module stops. */
  readonly stopping: AbortSignal;
}

const PROGRESS_EVERY = 10_000;

/**
 * Runs a full check, after signing the current tree. One at a time per process: concurrent callers share the running
 * one. Waits for the result up to `waitUpTo` entries, else answers `running`.
 */
export function runVerification(deps: RunVerificationDeps) {
  let running: { started: Promise<Verification>; ended: Promise<Verification> } | undefined;

  function begin(ctx: Ctx) {
    const size = deps.db.system(treeSize);
    const started = size.then((entries) => deps.db.system((tx) => startVerification(tx, entries)));
    const ended = started
      .then((verification) => check(deps, ctx, verification))
      .finally(() => {
        running = undefined;
      });
    // A caller that does not wait reads the outcome from the stored row.
    ended.catch((error: unknown) => deps.log.error('verification did not come to an end', { err: error }));
    return { started, ended };
  }

  return {
    async verify(ctx: Ctx): Promise<Verification> {
      running ??= begin(ctx);
      const { started, ended } = running;
      const verification = await started;
      return verification.treeSize > deps.waitUpTo ? verification : await ended;
    },
    /** Resolves when no check is running. */
    async settled(): Promise<void> {
      await running?.ended.catch(() => undefined);
    },
  };
}

async function check(deps: RunVerificationDeps, ctx: Ctx, started: Verification): Promise<Verification> {
  try {
    const checkpoint = await coveringOrLatest(deps, started.treeSize);
    const pending = await deps.pending();
    const verdict = await verifyTrail({
      ...deps,
      signal: deps.stopping,
      progress: progressOf(deps, started.id),
    });
    const result = { ...started, ...outcome(verdict, checkpoint, pending, deps.keeper.fault()) };
    await finish(deps, ctx, result);
    return result;
  } catch (thrown) {
    await deps.db.system((tx) => endVerification(tx, { ...started, status: 'failed' }));
    throw thrown;
  }
}

/** Signing needs crypto; checking does not. Without crypto the newest existing checkpoint is used. */
async function coveringOrLatest(
  deps: RunVerificationDeps,
  size: number,
): Promise<StoredCheckpoint | undefined> {
  try {
    if (deps.keeper.fault() !== undefined) await deps.keeper.keepUp();
    return await deps.keeper.covering(size);
  } catch (thrown) {
    deps.log.warn('no checkpoint could be signed for a verification', { err: AppError.from(thrown) });
    return await deps.latestCheckpoint();
  }
}

function progressOf(deps: RunVerificationDeps, id: number) {
  return async (entriesChecked: number): Promise<void> => {
    if (entriesChecked % PROGRESS_EVERY === 0)
      await deps.db.system((tx) => noteProgress(tx, id, entriesChecked));
  };
}

function outcome(
  verdict: TrailVerdict,
  checkpoint: StoredCheckpoint | undefined,
  pending: Pending,
  unsigned: AppError | undefined,
) {
  const faults = [verdict.finding?.reason, unsigned?.message].filter((reason) => reason !== undefined);
  if (faults.length === 0 && checkpoint === undefined) faults.push('No checkpoint has been signed yet');
  const fault = faults.length === 0 ? undefined : faults.join('. ');
  return {
    status: 'done',
    treeSize: verdict.treeSize,
    entriesChecked: verdict.entriesChecked,
    // A failed verification has no root: the answer contains the signed one.
    rootHash: verdict.finding === undefined ? verdict.rootHash : (checkpoint?.rootHash ?? null),
    checkpointAt: checkpoint?.signedAt ?? null,
    pending: pending.rows,
    oldestPendingMs: pending.oldestMs,
    verified: fault === undefined,
    firstBadIndex: verdict.finding?.index ?? null,
    reason: fault ?? unansweredNote(pending),
  } as const;
}

function unansweredNote({ unanswered }: Pending): string | null {
  if (unanswered.length === 0) return null;
  return `What is pending at ${unanswered.join(', ')} is not known: no answer`;
}

async function finish(deps: RunVerificationDeps, ctx: Ctx, result: Verification): Promise<void> {
  if (!result.verified)
    deps.log.error('the audit trail does not verify', {
      firstBadIndex: result.firstBadIndex,
      treeSize: result.treeSize,
    });
  await deps.db.system(async (tx) => {
    await endVerification(tx, result);
    await tx.publish(
      auditMessage('audit', ctx, {
        action: 'audit_verify',
        reason: result.verified ? 'VERIFIED' : 'NOT_VERIFIED',
        counts: { entriesChecked: result.entriesChecked },
        objectIds: { verificationId: String(result.id) },
      }),
    );
  });
}
