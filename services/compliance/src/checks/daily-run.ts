import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { LogVerification } from '../facts/facts.ts';
import { dueRequests, endRequest } from '../registers/run-requests/run-request-store.ts';
import { forgetOthers, recentlyChecked } from './check-store.ts';
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

/** After a run the next request waits this long. */
const REST_MS = 5 * 60_000;
/** The same where people's data has changed, which it does all day long. */
const REST_OF_DATA_MS = 60 * 60_000;

/**
 * Checks every company whose checks are due: daily, and after its facts have changed. The trail is verified once for
 * all of them.
 */
export function dailyRun(deps: DailyRunDeps) {
  return async (signal: AbortSignal): Promise<void> => {
    const now = deps.now();
    const companies = await deps.companies();
    await deps.db.system((tx) => forgetOthers(tx, companies));
    const { checked, requests } = await deps.db.system(async (tx) => ({
      checked: await recentlyChecked(tx, now),
      requests: await dueRequests(tx, { urgent: ago(now, REST_MS), notUrgent: ago(now, REST_OF_DATA_MS) }),
    }));
    const requested = new Map(requests.map((request) => [request.companyId, request]));
    const due = companies.filter((id) => requested.has(id) || !checked.has(id));
    if (due.length === 0) return;
    const log = await deps.learnLogState();
    for (const companyId of due) {
      signal.throwIfAborted();
      const request = requested.get(companyId);
      try {
        await deps.runChecks([deps.self(companyId)], companyId, log);
        if (request !== undefined) await deps.db.system((tx) => endRequest(tx, request));
      } catch (thrown) {
        // One company's fault must not keep the others unchecked.
        deps.log.warn('the checks of a company failed', { companyId, err: AppError.from(thrown) });
      }
    }
  };
}

function ago(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
