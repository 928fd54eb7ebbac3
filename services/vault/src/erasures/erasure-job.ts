import type { Database } from '@pii-vault/platform/db/database';
import type { ModuleKit } from '@pii-vault/platform/module/module';
import type { CompanyStatus } from '../company-status/company-status.ts';
import { findDueErasures } from './erasures-store.ts';
import type { FinishErasure } from './finish-erasure.ts';

const AT_ONCE = 100;

/**
 * Finishes the erasures that are due, person by person, until none is left, of companies that are open: of a suspended one
 * nothing is deleted. One failure leaves that person to the next run and does not stop the rest.
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
    let finished = 1;
    while (finished > 0 && !signal.aborted) {
      const companies = await deps.status.openAmong('all');
      const at = deps.now();
      const due = await deps.db.system((tx) => findDueErasures(tx, { companies, at, limit: AT_ONCE }));
      finished = 0;
      for (const person of due) {
        if (signal.aborted) return;
        try {
          await deps.finish(deps.self({ company: person.companyId }), person);
          finished += 1;
        } catch (err) {
          deps.log.error('An erasure could not be finished', { ...person, err });
        }
      }
    }
  };
}
