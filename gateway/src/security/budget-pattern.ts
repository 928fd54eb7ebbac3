import { budgetKinds } from '@pii-vault/contract/security/security-schema';
import type { BudgetAlarm } from '@pii-vault/proto/vault/v1/budgets';
import { oneOf, toId, toIso } from '../wire/values.ts';

/** A spent budget as a threat: who went on asking, and what was refused. */
export function toBudgetPattern(alarm: BudgetAlarm) {
  const { clientId, used, refused, purpose } = alarm;
  return {
    kind: 'reveal_budget' as const,
    source:
      clientId === ''
        ? { kind: 'user' as const, value: String(alarm.userId) }
        : { kind: 'api_client' as const, value: clientId },
    attempts: Number(used + refused),
    failed: 0,
    blocked: Number(refused),
    successful: 0,
    accounts: 1,
    unknownAccounts: 0,
    uniqueIPs: 0,
    firstSeenAt: toIso(alarm.firstAt),
    lastSeenAt: toIso(alarm.lastAt),
    evidence: [],
    budget: {
      companyId: toId(alarm.companyId),
      userId: toId(alarm.userId),
      kind: oneOf(budgetKinds, alarm.kind),
      purpose: purpose === '' ? null : purpose,
    },
  };
}
