import type { DashboardAttention } from '@pii-vault/contract/dashboard/dashboard-schema';

/** Parts that were not checked keep their former value, as the data of a call that fails does. */
export function withFormerParts(
  next: DashboardAttention,
  former: DashboardAttention | undefined,
): DashboardAttention {
  const isMissing = (part: DashboardAttention['unchecked'][number]) => next.unchecked.includes(part);
  if (!former) return next;
  const registers = isMissing('registers') ? former : next;
  const approvals = isMissing('approvals') ? former : next;
  const partners = isMissing('partners') ? former : next;
  return {
    highRiskLogins: isMissing('logins') ? former.highRiskLogins : next.highRiskLogins,
    heldImports: isMissing('imports') ? former.heldImports : next.heldImports,
    relationships: isMissing('relationships') ? former.relationships : next.relationships,
    incidents: registers.incidents,
    grievances: registers.grievances,
    accessReviews: registers.accessReviews,
    approvals: approvals.approvals,
    limits: approvals.limits,
    agreements: partners.agreements,
    failingWebhooks: partners.failingWebhooks,
    unchecked: next.unchecked,
  };
}
