import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ChainedLine, RevocationLine } from './revocation-line.ts';

export interface MissingRevocation {
  readonly seq: number;
  readonly line: RevocationLine;
  /** The trail has not reached its number yet: the entry may still be on the bus. */
  readonly isPending: boolean;
}

/**
 * The revocations among `lines` whose entry the trail lacks. An entry is the same if its number, action and time are:
 * a restored database can assign the same numbers again. Lines without a number count as missing.
 */
export async function missingRevocations(
  tx: Pick<Tx, 'query'>,
  lines: readonly ChainedLine[],
): Promise<MissingRevocation[]> {
  const revocations = lines.flatMap(({ seq, line }) => ('action' in line ? [{ seq, line }] : []));
  if (revocations.length === 0) return [];
  const column = <T>(read: (line: RevocationLine) => T) => revocations.map(({ line }) => read(line));
  const rows = await tx.query<{ place: number; is_pending: boolean }>(
    `SELECT l.place::int, coalesce((l.epoch, l.seq) > (h.epoch, h.last_seq), h.producer IS NULL) AS is_pending
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[]) WITH ORDINALITY
       AS l(producer, epoch, seq, action, at, place)
     LEFT JOIN audit_trail t ON t.producer = l.producer AND t.epoch = l.epoch AND t.seq = l.seq
       AND t.action = l.action AND t."timestamp" = l.at
     LEFT JOIN producer_heads h ON h.producer = l.producer
     WHERE t.producer IS NULL
     ORDER BY l.place`,
    [
      column(({ service }) => service),
      column(({ entry }) => entry?.epoch ?? 0),
      column(({ entry }) => entry?.seq ?? 0),
      column(({ action }) => action),
      column(({ at }) => at),
    ],
  );
  return rows.flatMap(({ place, is_pending: isPending }) => {
    const found = revocations[place - 1];
    return found === undefined ? [] : [{ ...found, isPending }];
  });
}
