import type { Tx } from '@pii-vault/platform/postgres/database';
import { invalidInput } from '../../errors.ts';

/** Range of entry times by the clock of their service: `from` inclusive, `until` exclusive. */
export interface TimeRange {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

/** A range with the lowest leaf index that an entry in it can have. */
export interface BoundedRange extends TimeRange {
  readonly floor: number;
}

/** Largest difference between clocks of services. */
const SKEW_MS = 5 * 60_000;

/** @throws AppError INVALID_ARGUMENT when the range is empty */
export function checkRange({ from, until }: TimeRange): void {
  if (from !== undefined && until !== undefined && until <= from)
    throw invalidInput('until', 'until must be later than from');
}

/**
 * A checkpoint covers entries that were made before it was signed. So the newest checkpoint before `from` bounds the
 * scan. Late entries have no such bound, so `until` has none.
 */
export async function boundRange(tx: Tx, range: TimeRange): Promise<BoundedRange> {
  if (range.from === undefined) return { ...range, floor: 0 };
  const [row] = await tx.query<{ size: number | null }>(
    'SELECT max(tree_size) AS size FROM checkpoints WHERE signed_at <= $1::timestamptz',
    [new Date(range.from.getTime() - SKEW_MS)],
  );
  return { ...range, floor: row?.size ?? 0 };
}
