import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { HIGH_FROM, MEDIUM_FROM } from '@pii-vault/platform/values/bands';
import type { Tone } from '../ui/status-badge.tsx';

export const complianceLabels = ['compliant', 'warning', 'nonCompliant', 'readiness', 'noData'] as const;
export type ComplianceLabel = (typeof complianceLabels)[number];

/**
 * The label of a company or regulation, which also sets the colour of compliance figures: Compliant by status or from
 * a score of 90, Warning by status or from 70. The score is a mean over rules, so with a violated rule it is never
 * Compliant. With a good score while a rule in force lacks data, or without a rule in force, it is the readiness, and
 * without a readiness 'no data'; neither is green.
 */
export function complianceLabel({ status, score, readiness }: Company['compliance']): ComplianceLabel {
  const isOpen = status === 'unknown' && (score === null || score >= HIGH_FROM);
  if (isOpen) return readiness === null ? 'noData' : 'readiness';
  const isCompliant = status === 'compliant' || (status !== 'violation' && (score ?? 0) >= HIGH_FROM);
  if (isCompliant) return 'compliant';
  return status === 'warning' || (score ?? 0) >= MEDIUM_FROM ? 'warning' : 'nonCompliant';
}

/** Most severe first. */
const worst = ['violation', 'warning', 'compliant'] as const;

/** Tone of rules in force with this mean score; neutral instead of green while one of them is not checked. */
export function toneOfRules(statuses: ReadonlyArray<ComplianceCheck['status']>, score: number): Tone {
  const status = worst.find((one) => statuses.includes(one)) ?? 'unknown';
  const tone = complianceTone(complianceLabel({ status, score, readiness: null }));
  return tone === 'success' && statuses.includes('unknown') ? 'neutral' : tone;
}

const labelTones: Readonly<Record<ComplianceLabel, Tone>> = {
  compliant: 'success',
  warning: 'warning',
  nonCompliant: 'error',
  readiness: 'neutral',
  noData: 'neutral',
};
export const complianceTone = (label: ComplianceLabel): Tone => labelTones[label];
