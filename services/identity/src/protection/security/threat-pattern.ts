import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ListedAttempt } from './listed-attempt.ts';
import { evidenceOf, type SourceKind, type ThreatSource, threatSources } from './threat-sources.ts';

export type ThreatKind = 'credential_stuffing' | 'password_spraying' | 'password_guessing';

export interface ThreatPattern extends ThreatSource {
  readonly kind: ThreatKind;
  readonly sourceKind: SourceKind;
  readonly evidence: readonly ListedAttempt[];
}

/**
 * Kinds of attack (OWASP Automated Threats OAT-007, OAT-008). Many passwords for one account are guessing. One source
 * with many accounts is spraying if most of them exist, because it knows the accounts, and stuffing if most do not,
 * because it tries a list of pairs stolen elsewhere.
 */
export function threatKind(
  sourceKind: SourceKind,
  { accounts, unknownAccounts }: Pick<ThreatSource, 'accounts' | 'unknownAccounts'>,
): ThreatKind {
  if (sourceKind === 'account') return 'password_guessing';
  return unknownAccounts * 2 > accounts ? 'credential_stuffing' : 'password_spraying';
}

/** Patterns of attack in the attempts of the last hours, with evidence; most attempts first. */
export async function threatPatterns(tx: Tx, hours: number): Promise<ThreatPattern[]> {
  const patterns: ThreatPattern[] = [];
  for (const sourceKind of ['address', 'device', 'account'] as const) {
    const sources = await threatSources(tx, sourceKind, hours);
    if (sources.length === 0) continue;
    const evidence = await evidenceOf(tx, sourceKind, sources, hours);
    for (const source of sources) {
      const kind = threatKind(sourceKind, source);
      patterns.push({ ...source, kind, sourceKind, evidence: evidence.get(source.source) ?? [] });
    }
  }
  return patterns.sort((a, b) => b.attempts - a.attempts);
}
