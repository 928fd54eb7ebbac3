import type { CompanyFacts, Facts } from '../facts/facts.ts';
import type { Reason } from './reason.ts';

export type Regulation = 'dpdp' | 'gdpr' | 'hipaa' | 'pci_dss';

export interface Evidence {
  readonly name: string;
  readonly value: string;
}

/** What a rule says of a company's facts, whether or not it is in force. */
export interface Finding {
  /** 'unknown': there is no data to judge by; it never counts as good. */
  readonly status: 'compliant' | 'warning' | 'violation' | 'unknown';
  /** 0–100, undefined for unknown; `evaluateRule` limits it to the band of its status. */
  readonly score: number | undefined;
  /** What was found, a sentence each. */
  readonly reasons: readonly Reason[];
  readonly evidence: readonly Evidence[];
  readonly recommendations: readonly string[];
}

/** A check as code: pure, from facts to a finding. */
export interface Rule {
  /** Stable for ever, for example DPDP-SEC-A1. */
  readonly id: string;
  readonly regulationType: Regulation;
  readonly checkType: string;
  readonly title: string;
  /** Section of the law. */
  readonly reference: string;
  /** The text the rule was written against. */
  readonly lawVersion: string;
  readonly inForceFrom: Date;
  /** Whether the law is this company's; absent: every company's. */
  appliesTo?(company: CompanyFacts): boolean;
  evaluate(facts: Facts): Finding;
}

/** DPDP Rules, 2025: rules 3, 5–16, 22 and 23 come into force eighteen months after publication. */
export const DPDP_RULES_2025 = {
  regulationType: 'dpdp',
  lawVersion: 'DPDP Rules, 2025, G.S.R. 846(E) of 13 November 2025',
  inForceFrom: new Date('2027-05-13T00:00:00+05:30'),
} as const;

/** DPDP Act, 2023: the sections that the rules rest on are brought into force together with Rules 3 and 5 to 16. */
export const DPDP_ACT_2023 = {
  regulationType: 'dpdp',
  lawVersion: 'DPDP Act, 2023 (No. 22 of 2023)',
  inForceFrom: DPDP_RULES_2025.inForceFrom,
} as const;

/** Regulation (EU) 2016/679, for companies outside of health care. */
export const GDPR = {
  regulationType: 'gdpr',
  lawVersion: 'Regulation (EU) 2016/679',
  inForceFrom: new Date('2018-05-25T00:00:00Z'),
  appliesTo: ({ tier }: CompanyFacts) => tier !== 'healthcare',
} as const;

/** HIPAA Security Rule, for the healthcare tier; compliance date of most covered entities. */
export const HIPAA = {
  regulationType: 'hipaa',
  lawVersion: '45 CFR Part 164, Subpart C',
  inForceFrom: new Date('2005-04-20T00:00:00Z'),
  appliesTo: ({ tier }: CompanyFacts) => tier === 'healthcare',
} as const;

/** PCI DSS, where account data is stored; its future-dated requirements hold since this day. */
export const PCI_DSS = {
  regulationType: 'pci_dss',
  lawVersion: 'PCI DSS v4.0.1',
  inForceFrom: new Date('2025-03-31T00:00:00Z'),
  appliesTo: ({ dataTypes }: CompanyFacts) => dataTypes.includes('bank_account'),
} as const;

export function unknown(why: Reason, recommendations: readonly string[] = []): Finding {
  return { status: 'unknown', score: undefined, reasons: [why], evidence: [], recommendations };
}

/** All is as it should be. */
export const compliant = (why: Reason, evidence: readonly Evidence[]): Finding => ({
  status: 'compliant',
  score: 100,
  reasons: [why],
  evidence,
  recommendations: [],
});

/** Evidence from names and values, in their order. */
export function evidenceOf(values: Readonly<Record<string, number | string>>): Evidence[] {
  return Object.entries(values).map(([name, value]) => ({ name, value: String(value) }));
}

/** Status and score from how many of several things are as they should be. */
export function byShare(good: number, total: number): Pick<Finding, 'status' | 'score'> {
  return good === total
    ? { status: 'compliant', score: 100 }
    : { status: 'violation', score: (100 * good) / total };
}

/** Names for evidence: the first ten, 'none' without any. */
export function named(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  return names.length > 10
    ? `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`
    : names.join(', ');
}

/** Several findings as one: the worst status, unknown before compliant, with the evidence of all. */
export function together(findings: readonly [Finding, ...Finding[]]): Finding {
  const order = ['violation', 'warning', 'unknown', 'compliant'] as const;
  const status = order.find((one) => findings.some((finding) => finding.status === one)) ?? 'unknown';
  const deciding = findings.filter((finding) => finding.status === status);
  const scores = deciding.flatMap(({ score }) => (score === undefined ? [] : [score]));
  return {
    status,
    score: scores.length === 0 ? undefined : Math.min(...scores),
    reasons: deciding.flatMap(({ reasons }) => reasons),
    evidence: findings.flatMap(({ evidence }) => evidence),
    recommendations: findings.flatMap(({ recommendations }) => recommendations),
  };
}
