import type { Database } from '../postgres/database.ts';
import type { RecordGuard, UnsignedEnds } from './record-guard.ts';

/**
 * Accepts unsigned records of an earlier version: those that were on the service's topics when its consumers first
 * required signatures. The offsets are stored once, in the service's own database. Topics that are read later have no
 * unsigned past.
 * @param topics all topics that consumers of the service read
 */
export function unsignedPast(
  db: Pick<Database, 'system'>,
  topics: readonly string[],
): RecordGuard['unsignedEnds'] {
  return async (readEnds, retentionMs) => {
    if (!(await isNoted(db))) await note(db, await readEnds(topics));
    return await readNoted(db, retentionMs);
  };
}

async function isNoted(db: Pick<Database, 'system'>): Promise<boolean> {
  const rows = await db.system((tx) => tx.query('SELECT 1 AS one FROM signatures_required'));
  return rows.length > 0;
}

/** Stores the ends once: the first process wins, the others keep its values. */
async function note(db: Pick<Database, 'system'>, ends: UnsignedEnds): Promise<void> {
  await db.system(async (tx) => {
    const isFirst = await tx.query(
      'INSERT INTO signatures_required DEFAULT VALUES ON CONFLICT DO NOTHING RETURNING since',
    );
    if (isFirst.length === 0) return;
    const rows = [...ends].flatMap(([topic, offsets]) =>
      offsets.map((offset, partition) => ({ topic, partition, offset })),
    );
    await tx.query(
      `INSERT INTO unsigned_past (topic, partition, end_offset)
       SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[])`,
      [
        rows.map(({ topic }) => topic),
        rows.map(({ partition }) => partition),
        rows.map(({ offset }) => offset),
      ],
    );
  });
}

async function readNoted(db: Pick<Database, 'system'>, retentionMs: number): Promise<UnsignedEnds> {
  const rows = await db.system((tx) =>
    tx.query<{ topic: string; offsets: number[] }>(
      `SELECT p.topic, array_agg(p.end_offset ORDER BY p.partition) AS offsets
       FROM unsigned_past p, signatures_required r
       WHERE r.since > now() - $1::bigint * interval '1 millisecond' GROUP BY p.topic`,
      [retentionMs],
    ),
  );
  return new Map(rows.map(({ topic, offsets }) => [topic, offsets]));
}
