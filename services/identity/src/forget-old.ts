import type { Database } from '@pii-vault/platform/db/database';
import { deleteOldFormerRoles } from './approver-notices/count-approvers.ts';
import { deleteOldBlocks } from './blocked-addresses/blocked-address-store.ts';
import { deleteOldChallenges } from './factors/challenge-store.ts';
import { deleteOldAttempts } from './logins/login-store.ts';
import { deleteOldSums } from './security/slide-windows.ts';
import { deleteOldSessions } from './sessions/session-store.ts';

/**
 * Deletes what is over: sessions, blocks, sums, challenges, lost roles, and attempts in batches, one transaction each.
 */
export function forgetOld({ db, attemptDays }: { db: Pick<Database, 'system'>; attemptDays: number }) {
  return async (signal: AbortSignal): Promise<void> => {
    await db.system(deleteOldSessions);
    await db.system(deleteOldBlocks);
    await db.system(deleteOldSums);
    await db.system(deleteOldChallenges);
    await db.system(deleteOldFormerRoles);
    while (!signal.aborted && (await db.system((tx) => deleteOldAttempts(tx, attemptDays))));
  };
}
