import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Database } from '@pii-vault/platform/postgres/database';
import { fromKeyStore } from '../../errors.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import { findEmptyVersions, findVersionsOlderThan, lockVersion } from '../company-keys/key-version-store.ts';
import { destroyVersion } from './destroy-version.ts';
import { moveToMaster } from './move-to-master.ts';
import { replaceMaster } from './replace-master.ts';
import { rotateTokenKey } from './rotate-token-key.ts';
import { backupCutoff, dueBefore, type RotationSchedule } from './rotation.ts';
import { findOpenMasterRotations } from './rotation-store.ts';

export interface RotationJobDeps {
  readonly db: Database;
  readonly store: KeyStore;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly self: () => Ctx;
  readonly schedule: RotationSchedule;
  readonly tokenDays: number;
}

/** Maximum owners and versions per round. */
const MAX_PER_ROUND = 50;

/**
 * One round: replaces due masters and the due token key, rewraps keys of earlier masters, and destroys versions that
 * are empty and in no openable backup. A failure for one owner does not stop the others.
 */
export function rotationJob(deps: RotationJobDeps): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    await attempt(deps, 'token key could not be replaced', {}, () =>
      rotateTokenKey({ ...deps, rotationDays: deps.tokenDays }, deps.self()),
    );
    await startDueMasters(deps, signal);
    for (const { owner, id } of await deps.db.system((tx) => findOpenMasterRotations(tx, MAX_PER_ROUND))) {
      if (signal.aborted) return;
      await attempt(deps, 'keys could not be rewrapped under a new master', { rotationId: id }, () =>
        moveToMaster(deps, deps.self(), owner, signal),
      );
    }
    await destroyEmptyVersions(deps, signal);
  };
}

async function startDueMasters(deps: RotationJobDeps, signal: AbortSignal): Promise<void> {
  const before = dueBefore(deps.schedule.master, deps.now());
  for (const { owner, keyId } of await deps.db.system((tx) =>
    findVersionsOlderThan(tx, 'master', before, MAX_PER_ROUND),
  )) {
    if (signal.aborted) return;
    await attempt(deps, 'due master key could not be replaced', { keyId }, async () => {
      await replaceMaster(deps, deps.self(), { owner, cause: 'schedule' });
    });
  }
}

async function destroyEmptyVersions(deps: RotationJobDeps, signal: AbortSignal): Promise<void> {
  const before = backupCutoff(deps.schedule, deps.now());
  for (const emptied of await deps.db.system((tx) => findEmptyVersions(tx, before, MAX_PER_ROUND))) {
    if (signal.aborted) return;
    const { keyId, version } = emptied;
    await attempt(deps, 'empty key version could not be destroyed', { keyId }, () =>
      deps.db.system(async (tx) => {
        const key = await lockVersion(tx, emptied, version);
        if (key?.status === 'disabled') await destroyVersion(deps, tx, deps.self(), key);
      }),
    );
  }
}

async function attempt(
  { log }: RotationJobDeps,
  message: string,
  fields: object,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const err = AppError.from(fromKeyStore(thrown));
    // Another process has started it in the meantime.
    if (err.reason !== 'ROTATION_RUNNING') log.warn(message, { ...fields, reason: err.reason, err });
  }
}
