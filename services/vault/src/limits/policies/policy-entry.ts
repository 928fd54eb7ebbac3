import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { type AuditFacts, auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import type { PolicyChange } from './policy-change.ts';
import type { RevealPolicy } from './reveal-policy.ts';

/** The trail's entry of a new policy. -1: no approval is required. */
export const policyEntry = (
  ctx: Ctx,
  companyId: number,
  policy: RevealPolicy,
  change?: PolicyChange,
): OutboxMessage =>
  auditMessage('vault', ctx, {
    action: 'reveal_policy_update',
    companyId,
    ...(change === undefined ? {} : { objectIds: idsOf(change) }),
    counts: countsOf(policy),
  });

/** The trail's entry of a step of a loosening change, with the requested limits. */
export const changeEntry = (
  ctx: Ctx,
  action: Extract<AuditFacts['action'], `reveal_policy_${string}`>,
  change: PolicyChange,
): OutboxMessage =>
  auditMessage('vault', ctx, {
    action,
    companyId: change.companyId,
    objectIds: idsOf(change),
    counts: countsOf(change.wanted),
  });

const idsOf = ({ id, requestedBy }: PolicyChange) => ({
  policyChangeId: String(id),
  requestedBy: String(requestedBy),
});

function countsOf({ byPurpose, revealsAbove = -1, exportsAbove = -1, ...limits }: RevealPolicy) {
  return { ...limits, revealsAbove, exportsAbove, purposes: byPurpose.size };
}
