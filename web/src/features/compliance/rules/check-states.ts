import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { toneOfRules } from '../../../company/compliance-label.ts';
import type { Tone } from '../../../ui/status-badge.tsx';

export type CheckStatus = ComplianceCheck['status'];

/** Neither a rule before its date nor one without data is ever green. */
export const statusTones: Readonly<Record<CheckStatus, Tone>> = {
  compliant: 'success',
  warning: 'warning',
  violation: 'error',
  unknown: 'neutral',
  not_in_force: 'neutral',
  not_applicable: 'neutral',
};

export const statusOrder: readonly CheckStatus[] = [
  'violation',
  'warning',
  'unknown',
  'not_in_force',
  'compliant',
  'not_applicable',
];

/** A rule in force that fails or has no data, or one that would fail on its date. */
export function isDue({ status, readiness }: Pick<ComplianceCheck, 'status' | 'readiness'>): boolean {
  if (status === 'not_in_force') return readiness === undefined || readiness < 90;
  return status === 'violation' || status === 'warning' || status === 'unknown';
}

/** What is to be done: rules in force first, the worst of them first, then those with the lowest readiness. */
export function dueChecks(checks: readonly ComplianceCheck[]): readonly ComplianceCheck[] {
  const rank = ({ status }: ComplianceCheck) => statusOrder.indexOf(status);
  const value = ({ score, readiness }: ComplianceCheck) => score ?? readiness ?? 0;
  return checks.filter(isDue).toSorted((a, b) => rank(a) - rank(b) || value(a) - value(b));
}

export const countOf = (checks: readonly ComplianceCheck[], status: CheckStatus): number =>
  checks.filter((check) => check.status === status).length;

export interface RegulationState {
  regulation: string;
  /** Mean over the rules in force; null without one. */
  score: number | null;
  /** Mean over the rules that are not in force yet. */
  readiness: number | null;
  violations: number;
  unknown: number;
  /** Of the score, and never green with a violated rule or one without data. */
  tone: Tone;
  /** Rules that apply. */
  rules: number;
  /** First day on which a rule that waits is in force; null when none waits. */
  inForceFrom: string | null;
}

const REGULATIONS = ['dpdp', 'gdpr', 'hipaa', 'pci_dss'] as const;

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round(values.reduce((sum, one) => sum + one, 0) / values.length);

/** How the company stands under each regulation that applies to it, in the order of the page. */
export function regulationStates(checks: readonly ComplianceCheck[]): readonly RegulationState[] {
  const others = checks.map(({ regulationType }) => regulationType);
  return [...new Set([...REGULATIONS, ...others])].flatMap((regulation) => {
    const own = checks.filter(
      ({ regulationType, status }) => regulationType === regulation && status !== 'not_applicable',
    );
    if (own.length === 0) return [];
    const score = mean(own.flatMap((check) => check.score ?? []));
    const waiting = own.filter(({ status }) => status === 'not_in_force');
    return [
      {
        regulation,
        score,
        readiness: mean(waiting.flatMap(({ readiness }) => readiness ?? [])),
        violations: countOf(own, 'violation'),
        unknown: countOf(own, 'unknown'),
        tone:
          score === null
            ? 'neutral'
            : toneOfRules(
                own.map(({ status }) => status),
                score,
              ),
        rules: own.length,
        inForceFrom: waiting.flatMap(({ inForceFrom }) => inForceFrom ?? []).toSorted()[0] ?? null,
      },
    ];
  });
}

type Ring = Pick<RegulationState, 'score' | 'readiness' | 'tone'>;

/**
 * The figure of a ring: the score, else the readiness in neutral, else nothing. Green only where every rule in force
 * was judged and kept: a good mean hides neither a violation nor a rule without data.
 */
export function ringOf({ score, readiness, tone }: Ring): {
  kind: 'score' | 'readiness' | 'noData';
  value: number | null;
  tone: Tone;
} {
  if (score !== null) return { kind: 'score', value: score, tone };
  return { kind: readiness === null ? 'noData' : 'readiness', value: readiness, tone: 'neutral' };
}
