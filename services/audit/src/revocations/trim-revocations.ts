import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Database } from '@pii-vault/platform/postgres/database';
import { lockAppender } from '../entries/append-lock.ts';
import type { RevocationFile } from './revocation-file.ts';

/**
 * Days. Longer than any backup can be opened: an epoch lives at most 365 days (CRYPTO_EPOCH_LIFE_DAYS), and a KMS can
 * restore its key for at most 30 (CRYPTO_KMS_DELETION_DAYS).
 */
const KEPT_DAYS = 400;
const DAY_MS = 86_400_000;

export interface TrimDeps {
  readonly db: Pick<Database, 'system'>;
  readonly revocations: Pick<RevocationFile, 'oldest' | 'trim'> | undefined;
  readonly log: Pick<Logger, 'info'>;
  readonly now: () => number;
}

/** Removes the revocations that are older than any backup that can still be opened. */
export function trimRevocations({ db, revocations, log, now }: TrimDeps) {
  return async (): Promise<void> => {
    const before = new Date(now() - KEPT_DAYS * DAY_MS);
    const oldest = await revocations?.oldest();
    // Without a line to remove, the lock is not taken.
    if (revocations === undefined || oldest === undefined || oldest >= before) return;
    const lines = await db.system(async (tx) => {
      await lockAppender(tx);
      return revocations.trim(before, () => tx.query('SELECT 1'));
    });
    if (lines > 0) log.info('old lines of the list of revocations left out', { lines });
  };
}
