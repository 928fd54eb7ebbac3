import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { Logger } from '@pii-vault/platform/log/log';
import { fromKeyStore } from '../errors.ts';
import type { KeyStore } from '../key-store/key-store.ts';
import { findEmptied, findOlder, lockVersion } from '../keys/key-version-store.ts';
import { destroyVersion } from './destroy-version.ts';
import { moveToMaster } from './move-to-master.ts';
import { replaceMaster } from './replace-master.ts';
import { rollTokenKey } from './roll-token-key.ts';
import { dueBefore, outOfBackups, type RotationSchedule } from './rotation.ts';
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

/** Owners and versions in one round. */
const SOME = 50;

/**
 * One round: masters and the token key that are due get their next version, what former masters wrap is moved, and versions
 * that are empty and in no backup any more are destroyed. What fails for one owner keeps no other one waiting.
 */
export function rotationJob(deps: RotationJobDeps): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    await goOn(deps, 'The token key could not be replaced', {}, () =>
      rollTokenKey({ ...deps, rotationDays: deps.tokenDays }, deps.self()),
    );
    await startDueMasters(deps, signal);
    for (const { owner, id } of await deps.db.system((tx) => findOpenMasterRotations(tx, SOME))) {
      if (signal.aborted) return;
      await goOn(deps, 'Keys could not be moved to a new master', { rotationId: id }, () =>
        moveToMaster(deps, deps.self(), owner, signal),
      );
    }
    await destroyEmptied(deps, signal);
  };
}

async function startDueMasters(deps: RotationJobDeps, signal: AbortSignal): Promise<void> {
  const before = dueBefore(deps.schedule.master, deps.now());
  for (const { owner, keyId } of await deps.db.system((tx) => findOlder(tx, 'master', before, SOME))) {
    if (signal.aborted) return;
    await goOn(deps, 'A master key that is due could not be replaced', { keyId }, async () => {
      await replaceMaster(deps, deps.self(), { owner, cause: 'schedule' });
    });
  }
}

async function destroyEmptied(deps: RotationJobDeps, signal: AbortSignal): Promise<void> {
  const before = outOfBackups(deps.schedule, deps.now());
  for (const emptied of await deps.db.system((tx) => findEmptied(tx, before, SOME))) {
    if (signal.aborted) return;
    const { keyId, version } = emptied;
    await goOn(deps, 'An empty key version could not be destroyed', { keyId }, () =>
      deps.db.system(async (tx) => {
        const key = await lockVersion(tx, emptied, version);
        if (key?.status === 'disabled') await destroyVersion(deps, tx, deps.self(), key);
      }),
    );
  }
}

async function goOn(
  { log }: RotationJobDeps,
  message: string,
  fields: object,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const err = AppError.from(fromKeyStore(thrown));
    // Another process has just begun it.
    if (err.reason !== 'ROTATION_RUNNING') log.warn(message, { ...fields, reason: err.reason, err });
  }
}
