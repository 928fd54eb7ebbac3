import type { Database } from '@pii-vault/platform/postgres/database';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { type DueErasure, findDueErasures } from './erasures-store.ts';
import type { FinishErasure } from './finish-erasure.ts';

const AT_ONCE = 100;

/**
 * Completes the due erasures person by person, in companies that are open: nothing of a suspended one is deleted. A
 * failed erasure waits for the next run and does not delay others.
 */
export function erasureJob(deps: {
  readonly db: Pick<Database, 'system'>;
  readonly status: Pick<CompanyStatus, 'openAmong'>;
  readonly log: ModuleKit['log'];
  readonly self: ModuleKit['self'];
  readonly finish: FinishErasure;
  readonly now: () => Date;
}): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const at = deps.now();
    let after: DueErasure | undefined;
    do {
      const companies = await deps.status.openAmong('all');
      const from = { companies, at, after, limit: AT_ONCE };
      const due = await deps.db.system((tx) => findDueErasures(tx, from));
      for (const { companyId, individualId } of due) {
        if (signal.aborted) return;
        try {
          await deps.finish(deps.self({ company: companyId }), { companyId, individualId });
        } catch (err) {
          deps.log.error('An erasure could not be finished', { companyId, individualId, err });
        }
      }
      after = due.at(-1);
    } while (after !== undefined && !signal.aborted);
  };
}
