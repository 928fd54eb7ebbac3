import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { RekeyPerson } from './rekey-person.ts';
import { findDue } from './rekey-store.ts';

const AT_ONCE = 100;

/** Destroys due versions, person by person. A failed person waits for the next run and does not stop the others. */
export function shredJob(deps: {
  readonly db: Pick<Database, 'system'>;
  readonly log: ModuleKit['log'];
  readonly self: ModuleKit['self'];
  readonly rekeyPerson: RekeyPerson;
  readonly now: () => Date;
}): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const at = deps.now();
    const due = await deps.db.system((tx) => findDue(tx, at, AT_ONCE));
    for (const { companyId, individualId } of due) {
      if (signal.aborted) return;
      const ctx: Ctx = deps.self({ company: companyId });
      try {
        await deps.rekeyPerson(ctx, { companyId, individualId, at });
      } catch (err) {
        deps.log.error('A person could not be re-keyed', { companyId, individualId, err });
      }
    }
  };
}
