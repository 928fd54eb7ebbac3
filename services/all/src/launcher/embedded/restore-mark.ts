import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';

const markOf = (dataDir: string) => join(dataDir, 'postgres/restoring');

/** Marks that a restore is filling the database, so that a partly restored one never starts. */
export async function markRestoreStarted(dataDir: string): Promise<void> {
  await writeFile(markOf(dataDir), '');
}

/** Removes the mark after later revocations were replayed and the trail was verified. */
export async function clearRestoreMark(dataDir: string): Promise<void> {
  await rm(markOf(dataDir));
}

/** @throws AppError FAILED_PRECONDITION HALF_RESTORED */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if ((await stat(markOf(dataDir)).catch(() => undefined)) === undefined) return;
  const message =
    'A restore of this database was interrupted, so it may contain erased data and revoked access: remove its postgres folder and restore again';
  throw failedPrecondition('HALF_RESTORED', message);
}
