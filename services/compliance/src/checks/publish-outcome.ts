import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import { ViolationFound } from '@pii-vault/proto/compliance/events/v1/compliance_events';
import { RULES } from '../rules/all-rules.ts';
import type { Rule } from '../rules/rule.ts';
import type { Check } from './check.ts';
import { latestChecks } from './check-store.ts';
import type { Askers } from './runs-in-turn.ts';

/** Ids of the rules that the newest checks found violated. */
export async function violatedRules(tx: Tx, companyId: number): Promise<ReadonlySet<string>> {
  const ruleIds = RULES.map(({ id }) => id);
  const latest = await latestChecks(tx, { companies: [companyId] }, ruleIds);
  return new Set(latest.filter(({ status }) => status === 'violation').map(({ ruleId }) => ruleId));
}

/** Events for violations that the previous checks did not find. */
function newViolations(checks: readonly Check[], seen: ReadonlySet<string>) {
  const rules = new Map<string, Rule>(RULES.map((rule) => [rule.id, rule]));
  return checks.flatMap((check) => {
    const rule = rules.get(check.ruleId);
    const isNew = check.status === 'violation' && !seen.has(check.ruleId);
    return isNew && rule !== undefined ? [violationFound(check, rule)] : [];
  });
}

export interface Outcome {
  readonly checks: readonly Check[];
  /** The rules that were violated before. */
  readonly seen: ReadonlySet<string>;
}

/**
 * Writes one audit entry per caller of the run, one per violated rule in force, and one event per new violation.
 */
export async function publishOutcome(
  tx: Tx,
  askers: Askers,
  companyId: number,
  { checks, seen }: Outcome,
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
    ...newViolations(checks, seen),
  ]);
}

/** A rule in force has become violated. Ids and names of law only. */
function violationFound(check: Check, rule: Rule): OutboxMessage {
  return {
    topic: 'compliance.violation_found',
    key: `company:${check.companyId}`,
    companyId: check.companyId,
    payload: ViolationFound.encode({
      companyId: check.companyId,
      checkId: check.id,
      ruleId: rule.id,
      regulationType: rule.regulationType,
      reference: rule.reference,
      score: check.score ?? 0,
      foundAt: check.createdAt,
    }).finish(),
  };
}
