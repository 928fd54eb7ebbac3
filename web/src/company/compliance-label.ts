import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { HIGH_FROM, MEDIUM_FROM } from '@pii-vault/platform/values/bands';
import type { Tone } from '../ui/status-badge.tsx';

export const complianceLabels = ['compliant', 'warning', 'nonCompliant', 'readiness', 'noData'] as const;
export type ComplianceLabel = (typeof complianceLabels)[number];

/**
 * The label of a company or regulation, which also sets the colour of compliance figures: Compliant by status or from
 * a score of 90, Warning by status or from 70. The score is a mean over rules, so with a violated rule it is never
 * Compliant. Without a rule in force it is the readiness, and without a check 'no data'; neither is green.
 */
export function complianceLabel({ status, score, readiness }: Company['compliance']): ComplianceLabel {
  const isCompliant = status === 'compliant' || (status !== 'violation' && (score ?? 0) >= HIGH_FROM);
  if (isCompliant) return 'compliant';
  if (status === 'warning' || (score ?? 0) >= MEDIUM_FROM) return 'warning';
  if (status !== 'unknown' || score !== null) return 'nonCompliant';
  return readiness === null ? 'noData' : 'readiness';
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
