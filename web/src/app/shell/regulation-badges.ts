import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { toneOfRules } from '../../company/compliance-label.ts';
import type { Tone } from '../../ui/status-badge.tsx';

export interface RegulationBadge {
  regulation: string;
  /**
   * 'score' while in force, 'unjudged' with rules in force that lack data, 'readiness' before its date, else 'noData'.
   */
  kind: 'score' | 'unjudged' | 'readiness' | 'noData';
  score: number | null;
  /** Rules in force that were not judged for lack of data. */
  unjudged: number;
  tone: Tone;
}

const names: Readonly<Record<string, string>> = {
  dpdp: 'DPDP',
  gdpr: 'GDPR',
  hipaa: 'HIPAA',
  pci_dss: 'PCI DSS',
};

/** Regimes shown: DPDP plus HIPAA for healthcare, GDPR otherwise; card data concerns finance too. */
function regulationsOf(tier: string): readonly string[] {
  if (tier === 'healthcare') return ['dpdp', 'hipaa'];
  return tier === 'finance' ? ['dpdp', 'gdpr', 'pci_dss'] : ['dpdp', 'gdpr'];
}

const countOf = (checks: readonly ComplianceCheck[], status: ComplianceCheck['status']): number =>
  checks.filter((check) => check.status === status).length;

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

/**
 * One badge per regulation: mean over the rules in force, else readiness, else no data. Green only where every rule in
 * force was judged and none is violated, as on the Compliance screen.
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
