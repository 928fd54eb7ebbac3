import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import type { ComplianceReport } from '@pii-vault/contract/compliance-reports/compliance-reports-schema';

const at = '2026-11-21T08:00:00.000Z';

export const sampleCheck = (change: Partial<ComplianceCheck> = {}): ComplianceCheck => ({
  id: 31,
  companyId: 1,
  ruleId: 'GDPR-32',
  regulationType: 'gdpr',
  checkType: 'security',
  title: 'Processing is secured',
  reference: 'GDPR Art. 32(1)',
  status: 'compliant',
  score: 100,
  details: 'All 200 sampled rows are encrypted.',
  recommendations: [],
  evidence: [{ name: 'rowsSampled', value: '200' }],
  inForceFrom: '2018-05-25T00:00:00.000Z',
  lastChecked: at,
  nextCheck: null,
  createdAt: at,
  lawVersion: 'Regulation (EU) 2016/679',
  reasons: [],
  ...change,
});

/** A violated rule. `unjudged` lacks data, `later` is not in force yet. */
export const violated = sampleCheck({
  ruleId: 'GDPR-30',
  status: 'violation',
  score: 40,
  details: '2 purposes are not registered.',
  recommendations: ['Register these purposes, or end the sharing.'],
});
export const unjudged = sampleCheck({ ruleId: 'GDPR-17', status: 'unknown', score: null });
export const later = sampleCheck({
  ruleId: 'DPDP-SEC-A1',
  regulationType: 'dpdp',
  status: 'not_in_force',
  score: null,
  readiness: 94,
  inForceFrom: '2027-05-12T18:30:00.000Z',
});

export const sampleReport = (change: Partial<ComplianceReport> = {}): ComplianceReport => ({
  id: 4,
  companyId: 1,
  regulationType: 'dpdp',
  format: 'pdf',
  status: 'done',
  problem: null,
  createdBy: 1,
  createdAt: at,
  finishedAt: at,
  size: 48_200,
  sha256: 'ab'.repeat(32),
  ...change,
});
