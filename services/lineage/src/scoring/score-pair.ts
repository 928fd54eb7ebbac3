import { IDENTIFIERS, type Identifier, type Model } from './model.ts';

/** A record's handles by identifier, as hex or base64 text: equal text means equal value. */
export type Handles = ReadonlyMap<Identifier, string>;

export type Level = 'equal' | 'different' | 'missing';

export interface Comparison {
  readonly field: 'prior' | 'veto' | Identifier;
  /** A Level; 'odds' for the prior, 'conflict' for a veto. */
  readonly level: Level | 'odds' | 'conflict';
  /** log2 of the likelihood ratio, in bits. */
  readonly weight: number;
}

export interface Evidence {
  readonly comparisons: readonly Comparison[];
  /** Probability that the two records are one person, 0 to 1. */
  readonly probability: number;
  readonly agreeing: readonly Identifier[];
  /** Two different valid Aadhaar or PAN: at most pending, whatever else agrees. */
  readonly isVetoed: boolean;
  /** 'none': below the pending threshold, not a link. */
  readonly grade: 'verified' | 'pending' | 'none';
}

/**
 * Compares two records field by field and adds the evidence up. Here only Aadhaar or PAN verifies; any
 * other shared identifier (a family's phone, a shop's e-mail) waits for more evidence or a human.
 * Symmetric in its two records.
 */
export function scorePair(a: Handles, b: Handles, model: Model): Evidence {
  const comparisons: Comparison[] = [{ field: 'prior', level: 'odds', weight: logOdds(model.prior) }];
  const agreeing: Identifier[] = [];
  let isVetoed = false;
  for (const field of IDENTIFIERS) {
    const level = compare(a.get(field), b.get(field));
    const { m, u, vetoes } = model.identifiers[field];
    comparisons.push({ field, level, weight: weightOf(level, m, u) });
    if (level === 'equal') agreeing.push(field);
    if (level === 'different' && vetoes) isVetoed = true;
  }
  if (isVetoed) comparisons.push({ field: 'veto', level: 'conflict', weight: 0 });
  const probability = probabilityOf(comparisons.reduce((sum, { weight }) => sum + weight, 0));
  return {
    comparisons,
    probability,
    agreeing,
    isVetoed,
    grade: gradeOf(probability, agreeing, isVetoed, model),
  };
}

function compare(a: string | undefined, b: string | undefined): Level {
  if (a === undefined || b === undefined) return 'missing';
  return a === b ? 'equal' : 'different';
}

function weightOf(level: Level, m: number, u: number): number {
  if (level === 'missing') return 0;
  return level === 'equal' ? Math.log2(m / u) : Math.log2((1 - m) / (1 - u));
}

function gradeOf(
  probability: number,
  agreeing: readonly Identifier[],
  isVetoed: boolean,
  { thresholds, identifiers }: Model,
): Evidence['grade'] {
  if (agreeing.length === 0 || probability < thresholds.pending) return 'none';
  const isPersonal = agreeing.some((field) => identifiers[field].verifies);
  return isPersonal && !isVetoed && probability >= thresholds.verified ? 'verified' : 'pending';
}

function logOdds(p: number): number {
  return Math.log2(p / (1 - p));
}

/** Probability of log2 odds. */
export function probabilityOf(bits: number): number {
  return 1 / (1 + 2 ** -bits);
}
