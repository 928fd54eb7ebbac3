import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Database } from '@pii-vault/platform/postgres/database';
import { deleteOldHolds } from './accounts/address-holds/address-hold-store.ts';
import { deleteOldAccountChanges } from './accounts/changes/account-changes.ts';
import { forgetNotices } from './protection/administrator-notices/notice-store.ts';
import { deleteOldFormerRoles } from './protection/approver-notices/count-approvers.ts';
import { deleteOldBlocks } from './protection/blocked-addresses/blocked-address-store.ts';
import { deleteOldSums } from './protection/security/slide-windows.ts';
import { deleteOldChallenges } from './sessions/factors/challenge-store.ts';
import { deleteOldAttempts } from './sessions/logins/login-store.ts';
import { deleteOldSessions } from './sessions/session-store.ts';

export interface ForgetOldDeps {
  readonly db: Pick<Database, 'system'>;
  readonly log: Pick<Logger, 'error'>;
  readonly attemptDays: number;
  /** Days for which a change of an account by another one counts. */
  readonly independenceDays: number;
}

/**
 * Deletes expired rows: sessions, blocks, sums, challenges, lost roles, holds of addresses, notices, and attempts in
 * batches, one transaction each.
 */
export function forgetOld({ db, log, attemptDays, independenceDays }: ForgetOldDeps) {
  return async (signal: AbortSignal): Promise<void> => {
    await db.system(deleteOldSessions);
    await db.system(deleteOldBlocks);
    await db.system(deleteOldSums);
    await db.system(deleteOldChallenges);
    await db.system(deleteOldFormerRoles);
    await db.system((tx) => deleteOldAccountChanges(tx, independenceDays));
    await db.system(deleteOldHolds);
    const given = await db.system(forgetNotices);
    if (given > 0) log.error('mails to administrators were given up after three days', { mails: given });
    while (!signal.aborted && (await db.system((tx) => deleteOldAttempts(tx, attemptDays))));
  };
}
