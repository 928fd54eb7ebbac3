import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Tone } from '../ui/status-badge.tsx';

export const complianceLabels = ['compliant', 'warning', 'nonCompliant', 'readiness', 'noData'] as const;
export type ComplianceLabel = (typeof complianceLabels)[number];

/**
 * By status or score. Where no rule is in force yet the readiness stands in, and without a check
 * there is no data; neither is ever green.
 */
export function complianceLabel({ status, score, readiness }: Company['compliance']): ComplianceLabel {
  if (status === 'compliant' || (score ?? 0) >= 90) return 'compliant';
  if (status === 'warning' || (score ?? 0) >= 70) return 'warning';
  if (status !== 'unknown' || score !== null) return 'nonCompliant';
  return readiness === null ? 'noData' : 'readiness';
}

const labelTones: Readonly<Record<ComplianceLabel, Tone>> = {
  compliant: 'success',
  warning: 'warning',
  nonCompliant: 'error',
  readiness: 'neutral',
  noData: 'neutral',
};
export const complianceTone = (label: ComplianceLabel): Tone => labelTones[label];
