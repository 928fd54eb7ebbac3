import { COMPARISONS, type ComparisonName } from '../scoring/comparison-levels.ts';

/** Names of levels for clients. Similarities never leave the service. */
const TEXT = ['missing', 'different', 'weak', 'fair', 'good', 'close', 'equal'] as const;
const NAME = ['missing', 'different', 'weak', 'fair', 'good', 'close', 'initials', 'equal'] as const;
const DATE = ['missing', 'different', 'near', 'year', 'close', 'equal'] as const;
const IDENTIFIER = ['missing', 'different', 'equal'] as const;

const NAMES: Readonly<Partial<Record<ComparisonName, readonly string[]>>> = {
  name: NAME,
  address: TEXT,
  dob: DATE,
};

/** The lowest level at which a field agrees. */
const AGREES: Readonly<Record<ComparisonName, number>> = {
  name: NAME.indexOf('close'),
  address: TEXT.indexOf('close'),
  dob: DATE.indexOf('close'),
  aadhaar: 2,
  pan: 2,
  phone: 2,
  email: 2,
  bank_account: 2,
  other_id: 2,
};

export function levelName(field: ComparisonName, level: number): string {
  return NAMES[field]?.[level] ?? IDENTIFIER[level] ?? 'missing';
}

/** Fields that agree. @param levels in the order of COMPARISONS */
export function agreeingFields(levels: readonly number[]): ComparisonName[] {
  return COMPARISONS.filter((name, at) => (levels[at] ?? 0) >= AGREES[name]);
}
