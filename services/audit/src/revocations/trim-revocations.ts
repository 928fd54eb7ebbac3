import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Database } from '@pii-vault/platform/postgres/database';
import { lockAppender } from '../entries/append-lock.ts';
import type { RevocationFile } from './revocation-file.ts';

/**
 * Days: more than a backup can open by any setting. An epoch lives at most 365 (CRYPTO_EPOCH_LIFE_DAYS), and KMS gives
 * its key back for at most 30 (CRYPTO_KMS_DELETION_DAYS).
 */
const KEPT_DAYS = 400;
const DAY_MS = 86_400_000;

export interface TrimDeps {
  readonly db: Pick<Database, 'system'>;
  readonly revocations: Pick<RevocationFile, 'oldest' | 'trim'> | undefined;
  readonly log: Pick<Logger, 'info'>;
  readonly now: () => number;
}

/** Leaves out of the list of revocations what no backup can bring back any more. */
export function trimRevocations({ db, revocations, log, now }: TrimDeps) {
  return async (): Promise<void> => {
    const before = new Date(now() - KEPT_DAYS * DAY_MS);
    const oldest = await revocations?.oldest();
    // Without a line to remove, the file needs no lock.
    if (revocations === undefined || oldest === undefined || oldest >= before) return;
    const lines = await db.system(async (tx) => {
      await lockAppender(tx);
      return revocations.trim(before, () => tx.query('SELECT 1'));
    });
    if (lines > 0) log.info('old lines of the list of revocations left out', { lines });
  };
}
