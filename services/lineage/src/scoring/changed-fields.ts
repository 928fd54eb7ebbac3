import { COMPARISONS } from './comparison-levels.ts';
import { comparedParts } from './packed-record.ts';

/** Compared fields of a record, as bits in the order of COMPARISONS. */
export type FieldMask = number;

export const ALL_FIELDS: FieldMask = (1 << COMPARISONS.length) - 1;

/** Which fields differ between two states of a record in one space. */
export function changedFields(before: Buffer, after: Buffer): FieldMask {
  const former = comparedParts(before);
  return comparedParts(after).reduce(
    (mask, part, at) => (part.equals(former[at] ?? NOTHING) ? mask : mask | (1 << at)),
    0,
  );
}

const NOTHING = Buffer.alloc(0);
