import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
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

const at = '2026-11-21T08:00:00.000Z';

export const sampleCheck = (change: Partial<ComplianceCheck> = {}): ComplianceCheck => ({
  id: 1,
  companyId: 1,
  ruleId: 'DPDP-SEC-A1',
  regulationType: 'dpdp',
  checkType: 'storage_encryption',
  title: '',
  reference: '',
  status: 'compliant',
  score: null,
  details: '',
  recommendations: [],
  evidence: [],
  inForceFrom: null,
  lastChecked: at,
  nextCheck: null,
  createdAt: at,
  lawVersion: '',
  reasons: [],
  ...change,
});

export const sampleAuditEntry = (change: Partial<AuditTrailEntry> = {}): AuditTrailEntry => ({
  id: 1,
  companyId: 1,
  individualId: null,
  piiFieldId: null,
  action: 'field_decrypt',
  actorType: 'user',
  actorId: '1',
  actorName: 'Ravi Nair',
  companyName: 'Asha Bank',
  details: { decision: 'allowed' },
  complianceFlags: { violation: false, dpdpCompliant: true },
  ipAddress: null,
  userAgent: null,
  timestamp: at,
  leafIndex: 0,
  ...change,
});
