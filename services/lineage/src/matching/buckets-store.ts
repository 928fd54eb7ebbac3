import { int8ArrayOfBigints } from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { KeyKind } from '../scoring/feature-columns.ts';
import type { MemberCipher } from './bucket-members.ts';
import { blocksOfRows, bucketColumns, type RecordToken } from './bucket-rows.ts';

/** A requested key, with its kind's cap. */
export interface AskedToken {
  readonly spaceId: number;
  readonly token: bigint;
  readonly kind: KeyKind['name'];
  readonly cap: number;
  readonly isHandle: boolean;
}

export interface Bucket {
  readonly asked: AskedToken;
  /** Records with the key; one more than the cap when there are more. */
  readonly recordIds: readonly number[];
}

/** Inserts rows in order of token, so that the order of the table discloses nothing about their records. */
export async function addTokens(tx: Tx, cipher: MemberCipher, rows: readonly RecordToken[]): Promise<void> {
  if (rows.length === 0) return;
  const { tokens, members } = bucketColumns([[cipher, blocksOfRows(rows)]]);
  await tx.query({
    name: 'match_tokens_add',
    text: `INSERT INTO match_tokens (token, member) SELECT * FROM unnest($1::bigint[], $2::uuid[]) AS t(token, member) ORDER BY t.token`,
    values: [tokens, members],
  });
}

/** Deletes rows and stores their tokens: a bucket may now be below its cap. */
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

/** Deletes rows without storing tokens: their space is deleted. */
export async function deleteTokens(
  tx: Tx,
  cipher: MemberCipher,
  rows: readonly RecordToken[],
): Promise<void> {
  const { tokens, members } = bucketColumns([[cipher, blocksOfRows(rows)]]);
  await tx.query({
    name: 'match_tokens_remove',
    text: `DELETE FROM match_tokens t USING unnest($1::bigint[], $2::uuid[]) AS d(token, member)
      WHERE t.token = d.token AND t.member = d.member`,
    values: [tokens, members],
  });
}

export interface BucketRow {
  readonly at: number;
  readonly members: Buffer;
}

/** @param rows answers to `asked` by their index in it, from 1 */
export function openBuckets<Asked extends Pick<AskedToken, 'spaceId' | 'token'>>(
  cipherOf: (spaceId: number) => MemberCipher,
  asked: readonly Asked[],
  rows: readonly BucketRow[],
): Array<{ readonly asked: Asked; readonly recordIds: readonly number[] }> {
  const sealed = rows.flatMap(({ at, members }) => {
    const one = asked[at - 1];
    return one === undefined ? [] : [{ asked: one, token: one.token, members }];
  });
  return [...Map.groupBy(sealed, (bucket) => bucket.asked.spaceId)].flatMap(([spaceId, buckets]) => {
    const opened = cipherOf(spaceId).open(buckets);
    return buckets.map(({ asked: one }, at) => ({ asked: one, recordIds: opened[at] ?? [] }));
  });
}

/** All records with one of these keys. */
export async function membersOf(
  tx: Tx,
  cipherOf: (spaceId: number) => MemberCipher,
  keys: ReadonlyArray<Pick<AskedToken, 'spaceId' | 'token'>>,
): Promise<Array<{ readonly spaceId: number; readonly recordIds: readonly number[] }>> {
  if (keys.length === 0) return [];
  const rows = await tx.query<BucketRow>({
    name: 'match_buckets_members',
    text: `SELECT a.at::int AS at, coalesce(m.members, ''::bytea) AS members
      FROM unnest($1::bigint[]) WITH ORDINALITY AS a(token, at)
      CROSS JOIN LATERAL (SELECT string_agg(uuid_send(t.member), ''::bytea) AS members
        FROM match_tokens t WHERE t.token = a.token) m`,
    values: [int8ArrayOfBigints(keys.map(({ token }) => token))],
  });
  return openBuckets(cipherOf, keys, rows).map(({ asked: { spaceId }, recordIds }) => ({
    spaceId,
    recordIds,
  }));
}
