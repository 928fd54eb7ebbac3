import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import type { Tone } from '../ui/status-badge.tsx';

export const complianceLabels = ['compliant', 'warning', 'nonCompliant', 'readiness', 'noData'] as const;
export type ComplianceLabel = (typeof complianceLabels)[number];

/**
 * The label of a company, and with it the colour of every figure about compliance: of its worst rule in force, whatever
 * the mean over the rules is. Where no rule is in force the readiness stands in, and without a check there is no data;
 * neither is ever green.
 */
export function complianceLabel({
  status,
  readiness,
}: Pick<Company['compliance'], 'status' | 'readiness'>): ComplianceLabel {
  if (status === 'violation') return 'nonCompliant';
  if (status !== 'unknown') return status;
  return readiness === null ? 'noData' : 'readiness';
}

/** Worst first; a rule that was not judged is worse than a kept one. */
const worst = ['violation', 'warning', 'unknown', 'compliant'] as const;

/** The tone of the worst of some rules in force; neutral without one. */
export function toneOfRules(statuses: ReadonlyArray<ComplianceCheck['status']>): Tone {
  const status = worst.find((one) => statuses.includes(one)) ?? 'unknown';
  return complianceTone(complianceLabel({ status, readiness: null }));
}

const labelTones: Readonly<Record<ComplianceLabel, Tone>> = {
  compliant: 'success',
  warning: 'warning',
  nonCompliant: 'error',
  readiness: 'neutral',
  noData: 'neutral',
};
export const complianceTone = (label: ComplianceLabel): Tone => labelTones[label];
