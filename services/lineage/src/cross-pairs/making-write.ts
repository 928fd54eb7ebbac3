import { COMPARISONS, type ComparisonName } from '../scoring/comparison-levels.ts';

/** Ids of the writes that last changed each compared field of a record, in the order of COMPARISONS; 0: not known. */
export type FieldWrites = readonly number[];

const PERSONAL: ReadonlySet<ComparisonName> = new Set(['aadhaar', 'pan']);

/**
 * The write that made a pair: before it the fields that agree did not all agree. Aadhaar or PAN alone make a pair, so of
 * those that agree the earlier counts; without them all fields that agree are needed, so the latest counts. A write of
 * another field makes no pair, however late it comes.
 * @returns undefined when it is not known, as in a back-fill
 */
export function makingWrite(
  agreeing: readonly ComparisonName[],
  lo: FieldWrites | null,
  hi: FieldWrites | null,
): number | undefined {
  const newest = (field: ComparisonName): number => {
    const at = COMPARISONS.indexOf(field);
    return Math.max(lo?.[at] ?? 0, hi?.[at] ?? 0);
  };
  const personal = agreeing.filter((field) => PERSONAL.has(field));
  const write =
    personal.length > 0 ? Math.min(...personal.map(newest)) : Math.max(0, ...agreeing.map(newest));
  return write === 0 ? undefined : write;
}
