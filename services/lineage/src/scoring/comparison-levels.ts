import {
  BIRTH_MONTH,
  bothHave,
  CODE_WORDS,
  DATE_WHOLE,
  type FeatureColumns,
  FILTER_WORDS,
  HANDLE_FIELDS,
  KEY_WORDS,
  PLACE_SLOT,
  popcount,
  ROW_WORDS,
  sameKey,
} from './feature-columns.ts';
import { nameAgreement } from './name-agreement.ts';

/** The comparisons of two records. House, postal code and address are one comparison, because they are one fact. */
export const COMPARISONS = ['name', 'address', 'dob', ...HANDLE_FIELDS] as const;
export type ComparisonName = (typeof COMPARISONS)[number];

/** Lowest Dice coefficient of each level above "else", ascending. */
const TEXT_LEVELS = [0.42, 0.55, 0.7, 0.85, 0.985];
/**
 * Lowest Dice coefficients of birth dates of which both, one or none is known to the day, measured on dates with all
 * kinds of typing errors. Two equal years are no equal dates: levels are 2 near, 3 the same year, 4 one error apart, 5
 * equal.
 */
const DOB_LEVELS = {
  whole: [0.55, 0.66, 0.66, 0.985],
  mixed: [0.44, 0.61],
  years: [0.5, 0.985],
};

/**
 * Number of levels of a comparison: 0 missing, 1 else or different, the highest equal. Names also have NAME_INITIALS.
 */
export const LEVEL_COUNTS: Readonly<Record<ComparisonName, number>> = {
  name: 8,
  address: 7,
  dob: 6,
  aadhaar: 3,
  pan: 3,
  phone: 3,
  email: 3,
  bank_account: 3,
  other_id: 3,
};

/**
 * Equal house, street prefix and postal code raise an address with different spelling by two levels, at most to close.
 */
const SAME_PLACE_RAISE = 2;
const CLOSE = 5;
/** Names that agree as far as both are written in full: R. Kumar and Ramesh Kumar. */
export const NAME_INITIALS = 6;
/** Names that agree in full, decided by their codes (name-agreement.ts), not by their filters. */
export const NAME_EQUAL = 7;
/** Birth dates of one year of which one or both are not known to the day. */
export const SAME_YEAR = 3;

/** A pattern is all levels of a pair as one number, mixed radix in the order of COMPARISONS. */
export const PATTERNS: number = COMPARISONS.reduce((product, name) => product * LEVEL_COUNTS[name], 1);

export const levelsOfPattern = (pattern: number): number[] => {
  let rest = pattern;
  return COMPARISONS.map((name) => {
    const level = rest % LEVEL_COUNTS[name];
    rest = Math.floor(rest / LEVEL_COUNTS[name]);
    return level;
  });
};

/** The inverse of levelsOfPattern. */
export const patternOfLevels = (levels: readonly number[]): number =>
  COMPARISONS.reduceRight((pattern, name, at) => pattern * LEVEL_COUNTS[name] + (levels[at] ?? 0), 0);

/** Compares two rows. Symmetric. */
export const patternOf = (columns: FeatureColumns, a: number, b: number): number =>
  textPattern(columns, a, b) + factsPattern(columns, a, b);

/** The name and address part of a pattern. */
export function textPattern(columns: FeatureColumns, a: number, b: number): number {
  const name = nameLevel(columns, a, b);
  let address = textLevel(dice(columns, a, b, 1));
  if (address !== 0 && address < CLOSE && sameKey(columns, a, PLACE_SLOT, b, PLACE_SLOT))
    address = Math.min(CLOSE, address + SAME_PLACE_RAISE);
  return name + LEVEL_COUNTS.name * address;
}

/** However similar two names are, they agree only if their codes do: Ramesh and Rakesh are close. */
function nameLevel(columns: FeatureColumns, a: number, b: number): number {
  const agreement = nameAgreement(columns, a, b);
  if (agreement !== 'none') return agreement === 'full' ? NAME_EQUAL : NAME_INITIALS;
  return Math.min(CLOSE, textLevel(dice(columns, a, b, 0)));
}

/** Patterns of name and address alone: they are the lowest two digits of a pattern. */
export const TEXT_PATTERNS: number = LEVEL_COUNTS.name * LEVEL_COUNTS.address;

/** The birth date and identifier part of a pattern: fast to compute, and sufficient for most pairs. */
export function factsPattern(columns: FeatureColumns, a: number, b: number): number {
  const { keys } = columns;
  let pattern = TEXT_PATTERNS * dobLevel(columns, a, b);
  let radix = TEXT_PATTERNS * LEVEL_COUNTS.dob;
  let one = a * KEY_WORDS;
  let other = b * KEY_WORDS;
  for (let kind = 0; kind < HANDLE_FIELDS.length; kind += 1, one += 2, other += 2, radix *= 3) {
    const low = keys[one] ?? 0;
    const high = keys[one + 1] ?? 0;
    if ((low | high) === 0 || ((keys[other] ?? 0) | (keys[other + 1] ?? 0)) === 0) continue;
    pattern += low === keys[other] && high === keys[other + 1] ? 2 * radix : radix;
  }
  return pattern;
}

function dobLevel(columns: FeatureColumns, a: number, b: number): number {
  const isWhole = bothHave(columns, a, b, DATE_WHOLE);
  const isMixed = ((columns.hints[a] ?? 0) ^ (columns.hints[b] ?? 0)) & DATE_WHOLE;
  const levels = isWhole ? DOB_LEVELS.whole : isMixed !== 0 ? DOB_LEVELS.mixed : DOB_LEVELS.years;
  const level = levelOf(dice(columns, a, b, 2), levels);
  return level === SAME_YEAR && hasOtherMonth(columns, a, b) ? SAME_YEAR - 1 : level;
}

/** Both months are known and differ; the day of one or both is unknown. */
function hasOtherMonth(columns: FeatureColumns, a: number, b: number): boolean {
  if (bothHave(columns, a, b, DATE_WHOLE)) return false;
  const one = columns.codes[a * CODE_WORDS + BIRTH_MONTH] ?? 0;
  const other = columns.codes[b * CODE_WORDS + BIRTH_MONTH] ?? 0;
  return one !== 0 && other !== 0 && one !== other;
}

const textLevel = (similarity: number): number => levelOf(similarity, TEXT_LEVELS);

function levelOf(similarity: number, levels: readonly number[]): number {
  if (similarity < 0) return 0;
  let level = 1;
  while (level <= levels.length && similarity >= (levels[level - 1] ?? 2)) level += 1;
  return level;
}

/** Dice coefficient (Dice, Ecology 26:3, 1945) of two rows' filters, 0 to 1; -1 when one is missing. */
function dice({ filters, weights }: FeatureColumns, a: number, b: number, filter: number): number {
  const weightA = weights[a * 3 + filter] ?? 0;
  const weightB = weights[b * 3 + filter] ?? 0;
  if (weightA === 0 || weightB === 0) return -1;
  let i = a * ROW_WORDS + filter * FILTER_WORDS;
  let j = b * ROW_WORDS + filter * FILTER_WORDS;
  let common = 0;
  for (const end = i + FILTER_WORDS; i < end; i += 1, j += 1)
    common += popcount((filters[i] ?? 0) & (filters[j] ?? 0));
  return (2 * common) / (weightA + weightB);
}
