import type { Tx } from '@pii-vault/platform/db/database';
import { MEMBER_BYTES, type MemberCipher, uuidsOf } from './bucket-members.ts';

/** A key of a record: one row of the bucket table. */
export interface RecordToken {
  readonly token: bigint;
  readonly recordId: number;
}

/** A key that is asked for, with its kind's cap. */
export interface AskedToken {
  readonly spaceId: number;
  readonly token: bigint;
  readonly cap: number;
  readonly isHandle: boolean;
}

export interface Bucket {
  readonly asked: AskedToken;
  /** Records that have the key; one more than the cap when there are more. */
  readonly recordIds: readonly number[];
}

const byToken = (a: { readonly token: bigint }, b: { readonly token: bigint }): number =>
  a.token < b.token ? -1 : Number(a.token > b.token);

/** Adds rows in order of token: the order of the table then says nothing of who has which. */
export async function addTokens(tx: Tx, cipher: MemberCipher, rows: readonly RecordToken[]): Promise<void> {
  if (rows.length === 0) return;
  const [tokens, members] = columnsOf(cipher, rows);
  await tx.query({
    name: 'match_tokens_add',
    text: `INSERT INTO match_tokens (token, member) SELECT * FROM unnest($1::bigint[], $2::uuid[])`,
    values: [tokens, members],
  });
}

/** Takes rows away and notes their tokens: a bucket may have come down to its cap. */
export async function removeTokens(
  tx: Tx,
  cipher: MemberCipher,
  spaceId: number,
  rows: readonly RecordToken[],
): Promise<void> {
  if (rows.length === 0) return;
  await deleteTokens(tx, cipher, rows);
  await tx.query({
    name: 'match_tokens_note_removed',
    text: `INSERT INTO match_removed_tokens (space_id, token) SELECT $1, unnest($2::bigint[])`,
    values: [spaceId, rows.map(({ token }) => token).sort()],
  });
}

/** Takes rows away without a note: their space goes. */
export async function deleteTokens(
  tx: Tx,
  cipher: MemberCipher,
  rows: readonly RecordToken[],
): Promise<void> {
  const [tokens, members] = columnsOf(cipher, rows);
  await tx.query({
    name: 'match_tokens_remove',
    text: `DELETE FROM match_tokens t USING unnest($1::bigint[], $2::uuid[]) AS d(token, member)
      WHERE t.token = d.token AND t.member = d.member`,
    values: [tokens, members],
  });
}

function columnsOf(cipher: MemberCipher, rows: readonly RecordToken[]): [bigint[], string[]] {
  const sorted = rows.toSorted(byToken);
  const tokens = sorted.map(({ token }) => token);
  const members = cipher.seal(
    tokens,
    sorted.map(({ recordId }) => recordId),
  );
  return [tokens, uuidsOf(members)];
}

/** The buckets of these keys that hold two records or more, but for those known to be hot. */
export async function findBuckets(
  tx: Tx,
  cipherOf: (spaceId: number) => MemberCipher,
  asked: readonly AskedToken[],
): Promise<Bucket[]> {
  if (asked.length === 0) return [];
  const rows = await tx.query<{ at: number; members: Buffer }>({
    name: 'match_buckets_find',
    text: `SELECT a.at::int AS at, string_agg(uuid_send(m.member), ''::bytea) AS members
      FROM unnest($1::int[], $2::bigint[], $3::int[]) WITH ORDINALITY AS a(space_id, token, cap, at)
      CROSS JOIN LATERAL (SELECT t.member FROM match_tokens t WHERE t.token = a.token LIMIT a.cap + 1) m
      WHERE NOT EXISTS (SELECT FROM match_hot_tokens h WHERE h.space_id = a.space_id AND h.token = a.token)
      GROUP BY a.at HAVING count(*) > 1`,
    values: [asked.map((one) => one.spaceId), asked.map((one) => one.token), asked.map((one) => one.cap)],
  });
  return rows.flatMap(({ at, members }) => {
    const one = asked[at - 1];
    if (one === undefined) return [];
    const tokens = new Array<bigint>(members.length / MEMBER_BYTES).fill(one.token);
    return [{ asked: one, recordIds: cipherOf(one.spaceId).open(tokens, members) }];
  });
}

/** All records that have one of these keys. */
export async function membersOf(
  tx: Tx,
  cipherOf: (spaceId: number) => MemberCipher,
  keys: ReadonlyArray<Pick<AskedToken, 'spaceId' | 'token'>>,
): Promise<Array<{ readonly spaceId: number; readonly recordIds: readonly number[] }>> {
  if (keys.length === 0) return [];
  const rows = await tx.query<{ at: number; members: Buffer }>(
    `SELECT a.at::int AS at, string_agg(uuid_send(t.member), ''::bytea) AS members
     FROM unnest($1::bigint[]) WITH ORDINALITY AS a(token, at) JOIN match_tokens t USING (token) GROUP BY a.at`,
    [keys.map(({ token }) => token)],
  );
  return rows.flatMap(({ at, members }) => {
    const key = keys[at - 1];
    if (key === undefined) return [];
    const tokens = new Array<bigint>(members.length / MEMBER_BYTES).fill(key.token);
    return [{ spaceId: key.spaceId, recordIds: cipherOf(key.spaceId).open(tokens, members) }];
  });
}
