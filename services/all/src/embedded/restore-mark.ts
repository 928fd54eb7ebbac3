import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@pii-vault/platform/errors/app-error';

const markOf = (dataDir: string) => join(dataDir, 'postgres/restoring');

/** A restore has begun to fill the database: whoever dies in the middle of it leaves nothing that starts. */
export async function markHalfRestored(dataDir: string): Promise<void> {
  await writeFile(markOf(dataDir), '');
}

/** What was taken away since the backup is taken away again, and the trail is sound. */
export async function clearHalfRestored(dataDir: string): Promise<void> {
  await rm(markOf(dataDir));
}

/** @throws AppError FAILED_PRECONDITION HALF_RESTORED */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  if ((await stat(markOf(dataDir)).catch(() => undefined)) === undefined) return;
  const message =
    'A restore of this database was cut off, so it may know what was erased or revoked since: remove its postgres folder and restore again';
  throw new AppError('FAILED_PRECONDITION', 'HALF_RESTORED', message);
}
