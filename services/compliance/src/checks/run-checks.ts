import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import {
  insertRemoteFacts,
  insertRevealComparison,
  insertStorageSample,
  latestRevealComparison,
} from '../facts/fact-store.ts';
import type { Facts, LogVerification } from '../facts/facts.ts';
import { fetchRemoteFacts, type RemoteFactsDeps } from '../facts/fetch-remote-facts.ts';
import { compareReveals, type GatherDeps, learnCompany, sampleStorage } from '../facts/gather-facts.ts';
import { type JudgedNow, type JudgingDeps, judgeNewReveals } from '../facts/judge-new-reveals.ts';
import { insertStretch, judgedReveals, lastJudgedLeaf } from '../facts/judgement-store.ts';
import { registerFacts } from '../facts/register-facts.ts';
import { REMOTE_FACT_KINDS } from '../facts/remote-facts.ts';
import { RULES } from '../rules/all-rules.ts';
import { evaluateRule } from '../rules/evaluate-rule.ts';
import type { Check } from './check.ts';
import { insertCheck, noteRun } from './check-store.ts';
import { publishOutcome, violatedRules } from './publish-outcome.ts';
import type { Askers } from './runs-in-turn.ts';

export interface RunChecksDeps {
  readonly db: Pick<Database, 'system'>;
  readonly gather: GatherDeps;
  readonly remoteFacts: RemoteFactsDeps;
  readonly judging: JudgingDeps;
  /** Most super_admins that the deployment allows itself. */
  readonly mostSuperAdmins: number;
  now(): Date;
}

/**
 * Gathers the facts of one company, evaluates every rule and stores facts, checks and audit entries in one
 * transaction. The verification of the trail is handed in: it is the same for every company.
 */
export function runChecks(deps: RunChecksDeps) {
  return async (askers: Askers, companyId: number, log: LogVerification | undefined): Promise<Check[]> => {
    const { before, leaf } = await deps.db.system(async (tx) => ({
      before: await latestRevealComparison(tx, companyId),
      leaf: await lastJudgedLeaf(tx, companyId),
    }));
    const [storage, reveals, company, remote, judgedNow] = await Promise.all([
      sampleStorage(deps.gather, companyId),
      compareReveals(deps.gather, companyId, before),
      learnCompany(deps.gather, companyId),
      fetchRemoteFacts(deps.remoteFacts, companyId),
      judgeNewReveals(deps.judging, companyId, leaf),
    ]);
    const { mostSuperAdmins } = deps;
    const now = deps.now();
    return await deps.db.system(async (tx) => {
      // Two runs of a company must not both see a violation begin, nor both judge the same reveals.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('compliance run', $1::bigint))`, [
        companyId,
      ]);
      const judged = await keepJudged(tx, companyId, judgedNow, now);
      const registers = await registerFacts(tx, companyId, now);
      const facts: Facts = {
        now,
        storage,
        reveals,
        log,
        company,
        registers,
        remote,
        judged,
        mostSuperAdmins,
      };
      if (storage !== undefined) await insertStorageSample(tx, companyId, storage);
      if (reveals !== undefined) await insertRevealComparison(tx, companyId, reveals);
      await insertRemoteFacts(tx, companyId, remote, now);
      const seen = await violatedRules(tx, companyId);
      const checks: Check[] = [];
      for (const rule of RULES)
        checks.push(await insertCheck(tx, companyId, rule, evaluateRule(rule, facts), now));
      await noteRun(tx, companyId, now, isComplete(facts));
      await publishOutcome(tx, askers, companyId, { checks, seen });
      return checks;
    });
  };
}

/** Stores the new judgements and sums up the year; undefined when none could be made now. */
async function keepJudged(tx: Tx, companyId: number, judged: JudgedNow | undefined, now: Date) {
  if (judged === undefined) return undefined;
  for (const stretch of judged.stretches) {
    // Another run was faster: later reveals are judged by the next run.
    if (stretch.afterLeaf !== (await lastJudgedLeaf(tx, companyId))) break;
    await insertStretch(tx, companyId, stretch, now);
  }
  return await judgedReveals(tx, companyId, now, judged.isBehind);
}

/** Whether every fact was had; else the company is looked at again soon. */
function isComplete(facts: Facts): boolean {
  const areRemoteFactsKnown = REMOTE_FACT_KINDS.every((kind) => facts.remote[kind] !== undefined);
  return (
    areRemoteFactsKnown &&
    facts.judged?.isBehind === false &&
    Object.values(facts).every((fact) => fact !== undefined)
  );
}
