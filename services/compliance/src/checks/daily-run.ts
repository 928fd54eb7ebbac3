import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { Logger } from '@pii-vault/platform/log/log';
import type { LogVerification } from '../facts/facts.ts';
import { recentlyChecked } from './check-store.ts';
import type { runChecks } from './run-checks.ts';

export interface DailyRunDeps {
  readonly db: Pick<Database, 'system'>;
  readonly log: Pick<Logger, 'warn'>;
  companies(): Promise<readonly number[]>;
  learnLogState(): Promise<LogVerification | undefined>;
  readonly runChecks: ReturnType<typeof runChecks>;
  self(company: number): Ctx;
  now(): Date;
}

/** Checks every company whose checks are due; the trail is verified once for all of them. */
export function dailyRun(deps: DailyRunDeps) {
  return async (signal: AbortSignal): Promise<void> => {
    const checked = await deps.db.system((tx) => recentlyChecked(tx, deps.now()));
    const due = (await deps.companies()).filter((id) => !checked.has(id));
    if (due.length === 0) return;
    const log = await deps.learnLogState();
    for (const companyId of due) {
      signal.throwIfAborted();
      try {
        await deps.runChecks(deps.self(companyId), companyId, log);
      } catch (thrown) {
        // One company's fault must not keep the others unchecked.
        deps.log.warn('the checks of a company failed', { companyId, err: AppError.from(thrown) });
      }
    }
  };
}
