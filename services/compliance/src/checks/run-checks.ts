import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import { violationFound } from '../events.ts';
import {
  insertLogVerification,
  insertRevealComparison,
  insertStorageSample,
  insertToldFacts,
  latestLogVerification,
  latestRevealComparison,
} from '../facts/fact-store.ts';
import type { Facts, LogVerification } from '../facts/facts.ts';
import {
  compareReveals,
  type GatherDeps,
  learnCompany,
  sampleStorage,
  verifyLog,
} from '../facts/gather-facts.ts';
import { gatherTold, type TellingDeps } from '../facts/gather-told.ts';
import { type JudgedNow, type JudgingDeps, judgeNewReveals } from '../facts/judge-new-reveals.ts';
import { insertStretch, judgedReveals, lastJudgedLeaf } from '../facts/judgement-store.ts';
import type { LogState } from '../facts/recent-log-state.ts';
import { registerFacts } from '../facts/register-facts.ts';
import { TOLD_KINDS } from '../facts/told-facts.ts';
import { RULES } from '../rules/all-rules.ts';
import { judge } from '../rules/judge.ts';
import type { Rule } from '../rules/rule.ts';
import type { Check } from './check.ts';
import { insertCheck, latestChecks, noteRun } from './check-store.ts';
import type { Askers } from './runs-in-turn.ts';

export interface RunChecksDeps {
  readonly db: Pick<Database, 'system'>;
  readonly gather: GatherDeps;
  readonly telling: TellingDeps;
  readonly judging: JudgingDeps;
  /** Most super_admins that the deployment allows itself. */
  readonly mostSuperAdmins: number;
  now(): Date;
}

/** Has the trail verified once and keeps the outcome; when it runs on or fails, the last one known stands in. */
export async function learnLogState(deps: RunChecksDeps): Promise<LogState> {
  const learned = await verifyLog(deps.gather);
  return await deps.db.system(async (tx) => {
    if (learned === undefined) return { verification: await latestLogVerification(tx), isNew: false };
    await insertLogVerification(tx, learned);
    return { verification: learned, isNew: true };
  });
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
    const [storage, reveals, company, told, judgedNow] = await Promise.all([
      sampleStorage(deps.gather, companyId),
      compareReveals(deps.gather, companyId, before),
      learnCompany(deps.gather, companyId),
      gatherTold(deps.telling, companyId),
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
      const facts: Facts = { now, storage, reveals, log, company, registers, told, judged, mostSuperAdmins };
      if (storage !== undefined) await insertStorageSample(tx, companyId, storage);
      if (reveals !== undefined) await insertRevealComparison(tx, companyId, reveals);
      await insertToldFacts(tx, companyId, told, now);
      const seen = await violatedRules(tx, companyId);
      const checks: Check[] = [];
      for (const rule of RULES) checks.push(await insertCheck(tx, companyId, rule, judge(rule, facts), now));
      await noteRun(tx, companyId, now, isComplete(facts));
      await publishEntries(tx, askers, companyId, checks);
      await tx.publishAll(newViolations(checks, seen));
      return checks;
    });
  };
}

/** Stores what was judged now and sums up the year; undefined when nothing could be judged now. */
async function keepJudged(tx: Tx, companyId: number, judged: JudgedNow | undefined, now: Date) {
  if (judged === undefined) return undefined;
  for (const stretch of judged.stretches) {
    // Another run was faster: what lies beyond its end is judged next time.
    if (stretch.afterLeaf !== (await lastJudgedLeaf(tx, companyId))) break;
    await insertStretch(tx, companyId, stretch, now);
  }
  return await judgedReveals(tx, companyId, now, judged.isBehind);
}

/** Whether every fact was had; else the company is looked at again soon. */
function isComplete(facts: Facts): boolean {
  const isTold = TOLD_KINDS.every((kind) => facts.told[kind] !== undefined);
  return (
    isTold && facts.judged?.isBehind === false && Object.values(facts).every((fact) => fact !== undefined)
  );
}

/** Ids of the rules that the newest checks found violated. */
async function violatedRules(tx: Tx, companyId: number): Promise<ReadonlySet<string>> {
  const ruleIds = RULES.map(({ id }) => id);
  const latest = await latestChecks(tx, { companies: [companyId] }, ruleIds);
  return new Set(latest.filter(({ status }) => status === 'violation').map(({ ruleId }) => ruleId));
}

/** A violation is told when it begins, not with every run that finds it still there. */
function newViolations(checks: readonly Check[], seen: ReadonlySet<string>) {
  const rules = new Map<string, Rule>(RULES.map((rule) => [rule.id, rule]));
  return checks.flatMap((check) => {
    const rule = rules.get(check.ruleId);
    const isNew = check.status === 'violation' && !seen.has(check.ruleId);
    return isNew && rule !== undefined ? [violationFound(check, rule)] : [];
  });
}

/** One entry for each who asked for the run, and one for each rule in force that is violated. */
async function publishEntries(
  tx: Tx,
  askers: Askers,
  companyId: number,
  checks: readonly Check[],
): Promise<void> {
  const counts: Record<string, number> = {};
  for (const check of checks) counts[check.status] = (counts[check.status] ?? 0) + 1;
  const violated = checks.filter((check) => check.status === 'violation');
  await tx.publishAll([
    ...askers.map((ctx) =>
      auditMessage('compliance', ctx, { action: 'compliance_check', companyId, counts }),
    ),
    ...violated.map(({ id, ruleId }) =>
      auditMessage('compliance', askers[0], {
        action: 'compliance_violation',
        companyId,
        objectIds: { ruleId, checkId: String(id) },
      }),
    ),
  ]);
}
