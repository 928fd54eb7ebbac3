import type { Facts } from '../facts/facts.ts';

export type Regulation = 'dpdp' | 'gdpr' | 'hipaa' | 'pci_dss';

export interface Evidence {
  readonly name: string;
  readonly value: string;
}

/** What a rule says of a company's facts, whether or not it is in force. */
export interface Finding {
  /** 'unknown': there is no data to judge by; it never counts as good. */
  readonly status: 'compliant' | 'warning' | 'violation' | 'unknown';
  /** 0–100, undefined for unknown; brought into the band of its status by `judge`. */
  readonly score: number | undefined;
  /** One sentence. */
  readonly details: string;
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
  evaluate(facts: Facts): Finding;
}

/** DPDP Rules, 2025: rules 3, 5–16, 22 and 23 come into force eighteen months after publication. */
export const DPDP_RULES_2025 = {
  lawVersion: 'DPDP Rules, 2025, G.S.R. 846(E) of 13 November 2025',
  inForceFrom: new Date('2027-05-13T00:00:00+05:30'),
} as const;

export function unknown(details: string, recommendations: readonly string[] = []): Finding {
  return { status: 'unknown', score: undefined, details, evidence: [], recommendations };
}
