import { COMPARISONS, type ComparisonName } from '../../scoring/comparison-levels.ts';

/** Ids of the writes that last changed each compared field of a record, in the order of COMPARISONS; 0: unknown. */
export type FieldWrites = readonly number[];

/** Ids of two writes, of different records; 0: unknown. */
export interface PairWrites {
  /** The later one: before it, not all of the agreeing fields agreed. */
  readonly making: number;
  /** The write of the older record. */
  readonly waiting: number;
  readonly makingSide: 'lo' | 'hi';
}

const PERSONAL: ReadonlySet<ComparisonName> = new Set(['aadhaar', 'pan']);

/**
 * The writes that made a pair. Aadhaar or PAN alone make a pair, so the earlier of the two that agree counts. Without
 * them all agreeing fields are needed, so the latest counts. A later write of another field makes no pair.
 * @returns undefined when the later write is unknown, as in a back-fill
 */
export function writesOfPair(
  agreeing: readonly ComparisonName[],
  lo: FieldWrites | null,
  hi: FieldWrites | null,
): PairWrites | undefined {
  const personal = agreeing.filter((field) => PERSONAL.has(field));
  const all = agreeing.map((field) => of(field, lo, hi));
  const counted = personal.length > 0 ? personal.map((field) => of(field, lo, hi)) : all;
  const [first, ...others] = counted;
  if (first === undefined) return undefined;
  const isEarlier = personal.length > 0;
  const chosen = others.reduce(
    (one, other) => (other.newest < one.newest === isEarlier ? other : one),
    first,
  );
  if (chosen.newest === 0) return undefined;
  const makingSide = chosen.lo === chosen.newest ? 'lo' : 'hi';
  const other = makingSide === 'lo' ? 'hi' : 'lo';
  const waiting = isEarlier ? chosen[other] : Math.max(...all.map((writes) => writes[other]));
  return { making: chosen.newest, waiting, makingSide };
}

function of(field: ComparisonName, lo: FieldWrites | null, hi: FieldWrites | null) {
  const at = COMPARISONS.indexOf(field);
  const [loWrite, hiWrite] = [lo?.[at] ?? 0, hi?.[at] ?? 0];
  return { lo: loWrite, hi: hiWrite, newest: Math.max(loWrite, hiWrite) };
}
