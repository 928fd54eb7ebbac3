import type { Tx } from '@pii-vault/platform/postgres/database';
import { invalidInput } from '../errors.ts';

/** When entries were made, by the clock of their service: `from` included, `until` excluded. */
export interface TimeRange {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

/** A range with the leaf index below which no entry can be in it. */
export interface BoundedRange extends TimeRange {
  readonly floor: number;
}

/** By how much clocks of services may differ. */
const SKEW_MS = 5 * 60_000;

/** @throws AppError INVALID_ARGUMENT when the range is empty */
export function checkRange({ from, until }: TimeRange): void {
  if (from !== undefined && until !== undefined && until <= from)
    throw invalidInput('until', 'until must be later than from');
}

/**
 * What a checkpoint covers was appended, and so made, before it was signed: the newest one before `from` ends the walk
 * back. Late entries have no such limit, so `until` has none.
 */
export async function boundRange(tx: Tx, range: TimeRange): Promise<BoundedRange> {
  if (range.from === undefined) return { ...range, floor: 0 };
  const [row] = await tx.query<{ size: number | null }>(
    'SELECT max(tree_size) AS size FROM checkpoints WHERE signed_at <= $1::timestamptz',
    [new Date(range.from.getTime() - SKEW_MS)],
  );
  return { ...range, floor: row?.size ?? 0 };
}
