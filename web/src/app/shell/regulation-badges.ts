import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import type { Tone } from '../../ui/status-badge.tsx';

export interface RegulationBadge {
  regulation: string;
  /** 'score' while in force, 'readiness' before its date, 'noData' otherwise. */
  kind: 'score' | 'readiness' | 'noData';
  score: number | null;
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

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

/** One badge per regulation: mean over the rules in force, else readiness, else no data, which is never green. */
export function regulationBadges(
  tier: string,
  checks: readonly ComplianceCheck[],
): readonly RegulationBadge[] {
  return regulationsOf(tier).map((regulation) => {
    const own = checks.filter((check) => check.regulationType === regulation);
    const score = mean(own.flatMap((check) => check.score ?? []));
    const readiness = mean(own.flatMap((check) => check.readiness ?? []));
    const name = names[regulation] ?? regulation;
    if (score !== null) {
      // Compliant from 90, warning from 70.
      const tone: Tone = score >= 90 ? 'success' : score >= 70 ? 'warning' : 'error';
      return { regulation: name, kind: 'score', score, tone };
    }
    return {
      regulation: name,
      kind: readiness === null ? 'noData' : 'readiness',
      score: readiness,
      tone: 'neutral',
    };
  });
}
