import type { Database } from '@pii-vault/platform/postgres/database';
import { insertLogVerification, latestLogVerification } from './fact-store.ts';
import { type GatherDeps, verifyLog } from './gather-facts.ts';
import type { LogState } from './recent-log-state.ts';

export interface LearnLogStateDeps {
  readonly db: Pick<Database, 'system'>;
  readonly gather: GatherDeps;
}

/** Verifies the trail once and stores the outcome. If that fails or times out, returns the last known outcome. */
export async function learnLogState(deps: LearnLogStateDeps): Promise<LogState> {
  const learned = await verifyLog(deps.gather);
  return await deps.db.system(async (tx) => {
    if (learned === undefined) return { verification: await latestLogVerification(tx), isNew: false };
    await insertLogVerification(tx, learned);
    return { verification: learned, isNew: true };
  });
}
