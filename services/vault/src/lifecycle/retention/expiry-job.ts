import type { Database } from '@pii-vault/platform/postgres/database';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import type { ExpireFields } from './expire-fields.ts';
import { findExpired } from './expired-store.ts';

const AT_ONCE = 200;

/**
 * Applies retentionExpiry, person by person, in open companies, until nothing is due. A failed person waits for the
 * next run; each person is one transaction, so the job may stop at any point.
 */
export function expiryJob(deps: {
  readonly db: Pick<Database, 'system'>;
  readonly status: Pick<CompanyStatus, 'openAmong'>;
  readonly log: ModuleKit['log'];
  readonly self: ModuleKit['self'];
  readonly expireFields: ExpireFields;
  readonly now: () => Date;
}): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    let sealed = 1;
    while (sealed > 0 && !signal.aborted) {
      const at = deps.now();
      const companies = await deps.status.openAmong('all');
      const due = await deps.db.system((tx) => findExpired(tx, { companies, at, limit: AT_ONCE }));
      sealed = 0;
      for (const person of due) {
        if (signal.aborted) return;
        try {
          sealed += await deps.expireFields(deps.self({ company: person.companyId }), { ...person, at });
        } catch (err) {
          deps.log.error('Expired values could not be sealed', { ...person, err });
        }
      }
    }
  };
}
