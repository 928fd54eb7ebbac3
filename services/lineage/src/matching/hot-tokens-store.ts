import { int8Array } from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { enqueueAgain } from '../spaces/rematch-store.ts';
import type { MemberCipher } from './bucket-members.ts';
import type { AskedToken } from './buckets-store.ts';
import { membersOf } from './buckets-store.ts';

type CipherOf = (spaceId: number) => MemberCipher;

/**
 * Records keys that exceed their cap. A handle among them now counts as missing: its records are matched again. Other
 * keys no longer give pairs: only edges between two of their records can lose their reason.
 * @param hot `space/token` of the handles that count as missing; new ones are added
 */
export async function heatTokens(
  tx: Tx,
  cipherOf: CipherOf,
  crowded: readonly AskedToken[],
  hot: Set<string>,
): Promise<void> {
  if (crowded.length === 0) return;
  for (const { spaceId, token, isHandle } of crowded) if (isHandle) hot.add(`${spaceId}/${token}`);
  const added = await tx.query<{ at: number }>({
    name: 'match_tokens_heat',
    text: `WITH i AS (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[], $4::bool[]) WITH ORDINALITY
        AS i(space_id, token, cap, is_handle, at)),
      added AS (INSERT INTO match_hot_tokens (space_id, token, cap, is_handle)
        SELECT space_id, token, cap, is_handle FROM i ON CONFLICT DO NOTHING RETURNING space_id, token)
     SELECT i.at::int AS at FROM added JOIN i USING (space_id, token)`,
    values: [
      crowded.map((one) => one.spaceId),
      crowded.map((one) => one.token),
      crowded.map((one) => one.cap),
      crowded.map((one) => one.isHandle),
    ],
  });
  const isNew = new Set(added.map(({ at }) => at - 1));
  const news = crowded.filter((_, at) => isNew.has(at));
  const handles = await membersOf(
    tx,
    cipherOf,
    news.filter(({ isHandle }) => isHandle),
  );
  await enqueueAgain(tx, handles.flatMap(withSpace));
  const others = await membersOf(
    tx,
    cipherOf,
    news.filter(({ isHandle }) => !isHandle),
  );
  await enqueueJoined(tx, others);
}

/**
 * Deletes hot keys that no longer exceed their cap; their records are matched again.
 * @param hot as in heatTokens; handles that count again are removed
 */
export async function coolTokens(
  tx: Tx,
  cipherOf: CipherOf,
  spaceIds: readonly number[],
  hot: Set<string>,
): Promise<void> {
  const cooled = await tx.query<{ spaceId: number; token: string }>({
    name: 'match_tokens_cool',
    text: `WITH removed AS (
        DELETE FROM match_removed_tokens WHERE space_id = ANY ($1::int[]) RETURNING space_id, token
      )
      DELETE FROM match_hot_tokens h
      USING (SELECT DISTINCT space_id, token FROM removed) r
      WHERE h.space_id = r.space_id AND h.token = r.token
        AND (SELECT count(*) FROM (SELECT FROM match_tokens t WHERE t.token = h.token LIMIT h.cap + 1) c) <= h.cap
      RETURNING h.space_id AS "spaceId", h.token::text AS token`,
    values: [spaceIds],
  });
  for (const { spaceId, token } of cooled) hot.delete(`${spaceId}/${token}`);
  const keys = cooled.map(({ spaceId, token }) => ({ spaceId, token: BigInt(token) }));
  await enqueueAgain(tx, (await membersOf(tx, cipherOf, keys)).flatMap(withSpace));
}

const withSpace = ({
  spaceId,
  recordIds,
}: {
  readonly spaceId: number;
  readonly recordIds: readonly number[];
}) => recordIds.map((recordId) => ({ spaceId, recordId }));

/** Queues one record of each edge that joins two members of one bucket. */
async function enqueueJoined(
  tx: Tx,
  buckets: ReadonlyArray<{ readonly spaceId: number; readonly recordIds: readonly number[] }>,
): Promise<void> {
  if (buckets.length === 0) return;
  // Each step has only one possible plan: a batch may heat thousands of records.
  await tx.query({
    name: 'match_again_joined',
    text: `INSERT INTO match_again (space_id, record_id)
     SELECT DISTINCT a.space_id, i.record_id
     FROM unnest($1::int[], $2::bigint[]) AS i(bucket, record_id)
     CROSS JOIN LATERAL (SELECT r.space_id, r.company_id, r.individual_id, s.scope
       FROM match_records r JOIN match_spaces s ON s.id = r.space_id WHERE r.record_id = i.record_id OFFSET 0) a
     CROSS JOIN LATERAL (SELECT e.company_id, e.hi_company_id, e.hi_individual_id FROM data_lineage e
       WHERE e.scope = a.scope AND e.lo_company_id = a.company_id AND e.lo_individual_id = a.individual_id OFFSET 0) e
     CROSS JOIN LATERAL (SELECT r.record_id FROM match_records r WHERE r.company_id = e.hi_company_id
       AND r.space_id = a.space_id AND r.individual_id = e.hi_individual_id OFFSET 0) b
     WHERE e.company_id = a.company_id
       -- IS TRUE keeps it a look-up in a hash table; as a join it would compare every edge with every record.
       AND ((i.bucket, b.record_id) IN (SELECT * FROM unnest($1::int[], $2::bigint[]))) IS TRUE
     ON CONFLICT DO NOTHING`,
    values: [
      buckets.flatMap(({ recordIds }, at) => recordIds.map(() => at)),
      int8Array(buckets.flatMap(({ recordIds }) => recordIds)),
    ],
  });
}
