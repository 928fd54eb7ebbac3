import { budgetKinds } from '@pii-vault/contract/security/alarm-kinds';
import { changeStatuses } from '@pii-vault/contract/security/security-schema';
import type { BudgetAlarm, LooseningAlarm } from '@pii-vault/proto/vault/v1/budgets';
import { oneOf, oneOrOther, orNull, toIso } from '../wire/values.ts';

const NO_SIGN_IN = { failed: 0, successful: 0, accounts: 1, unknownAccounts: 0, uniqueIPs: 0, evidence: [] };

/** An exhausted budget as a threat: the caller, and the calls refused since. */
export function toBudgetPattern(alarm: BudgetAlarm) {
  const { clientId, used, refused, purpose } = alarm;
  return {
    kind: 'reveal_budget' as const,
    source:
      clientId === ''
        ? { kind: 'user' as const, value: String(alarm.userId) }
        : { kind: 'api_client' as const, value: clientId },
    attempts: used + refused,
    blocked: refused,
    ...NO_SIGN_IN,
    firstSeenAt: toIso(alarm.firstAt),
    lastSeenAt: toIso(alarm.lastAt),
    budget: {
      companyId: alarm.companyId,
      userId: alarm.userId,
      kind: oneOrOther(budgetKinds, alarm.kind),
      purpose: orNull(purpose),
    },
  };
}

/** Looser limits requested by the only administrator of a company. */
export function toLooseningPattern({ companyId, userId, requestedAt, dueAt, status }: LooseningAlarm) {
  return {
    kind: 'reveal_policy' as const,
    source: { kind: 'user' as const, value: String(userId) },
    attempts: 1,
    blocked: 0,
    ...NO_SIGN_IN,
    firstSeenAt: toIso(requestedAt),
    lastSeenAt: toIso(requestedAt),
    policyChange: {
      companyId,
      userId,
      dueAt: toIso(dueAt),
      status: oneOf(changeStatuses, status),
    },
  };
}
