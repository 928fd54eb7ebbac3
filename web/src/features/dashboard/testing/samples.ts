import type { DashboardAttention } from '@pii-vault/contract/dashboard/dashboard-schema';

/** Response for a user without permissions. */
export const noAttention: DashboardAttention = {
  highRiskLogins: null,
  heldImports: null,
  relationships: null,
  incidents: null,
  grievances: null,
  accessReviews: null,
  approvals: null,
  limits: null,
  agreements: null,
  failingWebhooks: null,
  unchecked: [],
};
