import type { Tx } from '@pii-vault/platform/postgres/database';
import { cellsOf, EVERY_RECORD } from '../scoring/common-values.ts';
import { countedValues } from '../scoring/packed-record.ts';
import { matchAllAgain } from '../spaces/spaces-store.ts';

/** A record added to a space (1) or removed from it (-1); a changed one is both. */
export interface CountedRecord {
  readonly spaceId: number;
  readonly packed: Buffer;
  readonly by: 1 | -1;
}

/** Counts the values of records, in the order of cells so that two batches do not deadlock. */
export async function countValues(tx: Tx, records: readonly CountedRecord[]): Promise<void> {
  const sums = new Map<number, Map<number, number>>();
  for (const { spaceId, packed, by } of records) {
    const ofSpace = sums.get(spaceId) ?? new Map<number, number>();
    sums.set(spaceId, ofSpace);
    const add = (cell: number) => ofSpace.set(cell, (ofSpace.get(cell) ?? 0) + by);
    add(EVERY_RECORD);
    for (const cell of cellsOf(countedValues(packed))) if (cell !== EVERY_RECORD) add(cell);
  }
  const changes = [...sums].flatMap(([spaceId, cells]) =>
    [...cells].flatMap(([cell, sum]) => (sum === 0 ? [] : [{ spaceId, cell, sum }])),
  );
  if (changes.length === 0) return;
  await tx.query({
    name: 'match_value_counts_add',
    text: `INSERT INTO match_value_counts AS v (space_id, cell, records)
      SELECT * FROM unnest($1::int[], $2::smallint[], $3::int[]) AS c(space_id, cell, records) ORDER BY 1, 2
      ON CONFLICT (space_id, cell) DO UPDATE SET records = v.records + excluded.records`,
    values: [
      changes.map(({ spaceId }) => spaceId),
      changes.map(({ cell }) => cell),
      changes.map(({ sum }) => sum),
    ],
  });
}

/** Hot handles and common cells share a table: no token is as small as a cell. */
const isCell = (token: string): boolean => token.length < 6 && !token.startsWith('-');

/** Values that count as missing in a space after refreshCommon. */
export const hotNow = (space: {
  readonly hotHandles: readonly string[];
  readonly commonCells: readonly number[];
}): string[] => [...space.hotHandles.filter((token) => !isCell(token)), ...space.commonCells.map(String)];

/**
 * Updates the values of a space that count as missing. If they change, all its records are matched again, because a
 * cell does not name the records that share a date.
 * @param hot values that count as missing, by token or cell
 */
export async function refreshCommon(
  tx: Tx,
  spaceId: number,
  hot: readonly string[],
  commonCells: readonly number[],
): Promise<void> {
  const [had, has] = [new Set(hot.filter(isCell)), new Set(commonCells.map(String))];
  const added = [...has].filter((cell) => !had.has(cell));
  const removed = [...had].filter((cell) => !has.has(cell));
  if (added.length + removed.length === 0) return;
  await tx.query('DELETE FROM match_hot_tokens WHERE space_id = $1 AND token = ANY ($2::bigint[])', [
    spaceId,
    removed,
  ]);
  await tx.query(
    `INSERT INTO match_hot_tokens (space_id, token, cap, is_handle)
     SELECT $1, unnest($2::bigint[]), 0, true ON CONFLICT DO NOTHING`,
    [spaceId, added],
  );
  await matchAllAgain(tx, [spaceId]);
}
