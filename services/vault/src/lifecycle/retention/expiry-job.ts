import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import type { ExpireFields } from './expire-fields.ts';

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

/**
 * People of the companies with active values whose retention is over. Reads several companies, under the system role.
 */
async function findExpired(
  tx: Tx,
  due: { readonly companies: readonly number[]; readonly at: Date; readonly limit: number },
): Promise<{ companyId: number; individualId: number }[]> {
  const rows = await tx.query<{ company_id: number; individual_id: number }>(
    `SELECT DISTINCT company_id, individual_id FROM (
       SELECT f.company_id, f.individual_id FROM pii_fields f
       JOIN individuals i ON i.company_id = f.company_id AND i.id = f.individual_id AND i.sealed_at IS NULL
       WHERE f.state = 1 AND f.retention_expiry <= $2 AND f.company_id = ANY ($1::bigint[])
       ORDER BY f.retention_expiry LIMIT $3) due`,
    [due.companies, due.at, due.limit],
  );
  return rows.map((row) => ({ companyId: row.company_id, individualId: row.individual_id }));
}
