import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { exampleRow } from '../../../testing/examples.ts';

export const sampleCheck = (change: Partial<ComplianceCheck> = {}): ComplianceCheck => ({
  ...exampleRow('GET /compliance'),
  ...{ ruleId: 'GDPR-32', regulationType: 'gdpr', checkType: 'security', reasons: [] },
  ...{ title: 'Processing is secured', reference: 'GDPR Art. 32(1)' },
  evidence: [{ name: 'rowsSampled', value: '200' }],
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
