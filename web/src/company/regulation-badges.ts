import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import type { Tone } from '../ui/status-badge.tsx';
import { toneOfRules } from './compliance-label.ts';

export interface RegulationBadge {
  regulation: string;
  /**
   * 'score' if rules are in force, 'unjudged' if some of them lack data, 'readiness' before it is in force, else
   * 'noData'.
   */
  kind: 'score' | 'unjudged' | 'readiness' | 'noData';
  score: number | null;
  /** Number of rules in force that lack data. */
  unjudged: number;
  tone: Tone;
}

const names: Readonly<Record<string, string>> = {
  dpdp: 'DPDP',
  gdpr: 'GDPR',
  hipaa: 'HIPAA',
  pci_dss: 'PCI DSS',
};

/** DPDP, plus HIPAA for healthcare or GDPR otherwise, plus PCI DSS for finance. */
function regulationsOf(tier: string): readonly string[] {
  if (tier === 'healthcare') return ['dpdp', 'hipaa'];
  return tier === 'finance' ? ['dpdp', 'gdpr', 'pci_dss'] : ['dpdp', 'gdpr'];
}

const countOf = (checks: readonly ComplianceCheck[], status: ComplianceCheck['status']): number =>
  checks.filter((check) => check.status === status).length;

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

/**
 * One badge per regulation: mean over the rules in force, else readiness, else no data. Green only if every rule in
 * force was checked and none is violated, as on the Compliance screen.
 */
export function regulationBadges(
  tier: string,
  checks: readonly ComplianceCheck[],
): readonly RegulationBadge[] {
  return regulationsOf(tier).map((regulation) => {
    const own = checks.filter((check) => check.regulationType === regulation);
    const score = mean(own.flatMap((check) => check.score ?? []));
    const readiness = mean(own.flatMap((check) => check.readiness ?? []));
    const shared = { regulation: names[regulation] ?? regulation, unjudged: countOf(own, 'unknown') };
    if (score !== null) {
      const tone = toneOfRules(
        own.map(({ status }) => status),
        score,
      );
      return { ...shared, kind: shared.unjudged > 0 ? 'unjudged' : 'score', score, tone };
    }
    return {
      ...shared,
      kind: readiness === null ? 'noData' : 'readiness',
      score: readiness,
      tone: 'neutral',
    };
  });
}
