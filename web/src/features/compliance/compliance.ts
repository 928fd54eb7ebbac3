import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { HIGH_FROM } from '@pii-vault/platform/values/bands';
import { toneOfRules } from '../../company/compliance-label.ts';
import type { Tone } from '../../ui/status-badge.tsx';

export type CheckStatus = ComplianceCheck['status'];

/** Rules that are not in force or lack data are never green. */
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

/** Whether a rule needs action: it is violated, lacks data, or would be violated when it comes into force. */
export function isDue({ status, readiness }: Pick<ComplianceCheck, 'status' | 'readiness'>): boolean {
  if (status === 'not_in_force') return readiness === undefined || readiness < HIGH_FROM;
  return status === 'violation' || status === 'warning' || status === 'unknown';
}

/** Whether a rule would be violated on the day when it comes into force. */
export const wouldFail = ({ status, readiness }: Pick<ComplianceCheck, 'status' | 'readiness'>): boolean =>
  status === 'not_in_force' && readiness !== undefined && readiness < HIGH_FROM;

/**
 * Rules that need action, in the order of the work: those in force, worst first; then later ones by the day on which
 * they come into force. Among equals the largest gap is first.
 */
export function dueChecks(checks: readonly ComplianceCheck[]): readonly ComplianceCheck[] {
  const rank = ({ status }: ComplianceCheck) => statusOrder.indexOf(status);
  const from = ({ status, inForceFrom }: ComplianceCheck) =>
    status === 'not_in_force' ? Date.parse(inForceFrom ?? '9999-12-31') : 0;
  const value = ({ score, readiness }: ComplianceCheck) => score ?? readiness ?? 0;
  return checks
    .filter(isDue)
    .toSorted((a, b) => from(a) - from(b) || rank(a) - rank(b) || value(a) - value(b));
}

/** Days from now until a rule comes into force; 0 on the last of them. */
export const daysUntil = (inForceFrom: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(inForceFrom) - now) / 86_400_000));

export const countOf = (checks: readonly ComplianceCheck[], status: CheckStatus): number =>
  checks.filter((check) => check.status === status).length;

export interface RegulationState {
  regulation: string;
  /** Mean over the rules in force; null if there is none. */
  score: number | null;
  /** Mean over the rules that are not in force yet; null if there is none. */
  readiness: number | null;
  violations: number;
  unknown: number;
  /** Tone of the score. Never green if a rule is violated or lacks data. */
  tone: Tone;
  /** Number of rules that apply. */
  rules: number;
  /** First day on which a further rule comes into force; null if there is none. */
  inForceFrom: string | null;
}

const REGULATIONS = ['dpdp', 'gdpr', 'hipaa', 'pci_dss'] as const;

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round(values.reduce((sum, one) => sum + one, 0) / values.length);

/** Results per regulation that applies to the company, in the order shown. */
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
 * Figure of a ring: the score, else the readiness in neutral, else none. It is green only if every rule in force was
 * checked and is kept, so a good mean hides neither a violation nor missing data.
 */
export function ringOf({ score, readiness, tone }: Ring): {
  kind: 'score' | 'readiness' | 'noData';
  value: number | null;
  tone: Tone;
} {
  if (score !== null) return { kind: 'score', value: score, tone };
  return { kind: readiness === null ? 'noData' : 'readiness', value: readiness, tone: 'neutral' };
}

export const complianceTabs = ['overview', 'regulations', 'reports'] as const;
type ComplianceTab = (typeof complianceTabs)[number];
export const tabOf = (text: string): ComplianceTab =>
  complianceTabs.find((tab) => tab === text) ?? 'overview';

/** Ranges of the history in days, as values of the URL. */
export const trendDays = ['7', '30', '90'] as const;
export type TrendDays = (typeof trendDays)[number];
export const daysOf = (text: string): TrendDays => trendDays.find((days) => days === text) ?? '30';

export const statusFilterOf = (text: string) => statusOrder.find((status) => status === text);
