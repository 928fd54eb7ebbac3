import {
  int4Array,
  int8Array,
  int8ArrayOfBigints,
  textArray,
} from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';
import {
  DECISIONS_OF,
  type DecidedPair,
  type DecisionRow,
  decidedPairs,
} from '../links/decisions/decisions-store.ts';
import type { Edge } from '../links/edge.ts';
import { EDGES_OF, type EdgeRow, edgeFromRow } from '../links/edge-store.ts';
import type { RecordRef } from '../spaces/scopes/record-ref.ts';
import type { Scope } from '../spaces/scopes/scope.ts';
import { type AskedToken, type Bucket, type BucketRow, openBuckets } from './buckets-store.ts';
import type { OpenSpaces } from './open-spaces.ts';

/** Neighbourhood of records: candidates, existing edges and reviewers' decisions. */
export interface Neighbourhood {
  /** Buckets with two records or more, except known hot ones. */
  readonly buckets: readonly Bucket[];
  /** Without duplicates, from the lo side. */
  readonly edges: readonly Edge[];
  readonly decided: Map<string, DecidedPair>;
}

type Row =
  | ({ readonly edge: null; readonly decision: null } & BucketRow)
  | { readonly edge: Omit<EdgeRow, 'created_at'> & { created_at: string }; readonly decision: null }
  | { readonly edge: null; readonly decision: DecisionRow };

type Person = RecordRef & { readonly scope: Scope };

/** Answers of the queries, not parsed yet. */
export interface Answers {
  readonly asked: readonly AskedToken[];
  readonly rows: readonly Row[];
}

/**
 * Queries all of it in one round trip; every bucket and record is looked up by an index for any statistics.
 * @param isDecided whether there may be decisions
 */
export async function queryNeighbourhood(
  tx: Tx,
  asked: readonly AskedToken[],
  people: readonly Person[],
  isDecided: boolean,
): Promise<Answers> {
  if (people.length === 0) return { asked: [], rows: [] };
  const rows = await tx.query<Row>({
    name: 'match_look_around',
    text: `SELECT a.at::int AS at, m.members, NULL::jsonb AS edge, NULL::jsonb AS decision
      FROM unnest($1::int[], $2::bigint[], $3::int[]) WITH ORDINALITY AS a(space_id, token, cap, at)
      CROSS JOIN LATERAL (SELECT string_agg(uuid_send(t.member), ''::bytea) AS members, count(*) AS size
        FROM (SELECT t.member FROM match_tokens t WHERE t.token = a.token LIMIT a.cap + 1) t) m
      WHERE m.size > 1
        AND NOT EXISTS (SELECT FROM match_hot_tokens h WHERE h.space_id = a.space_id AND h.token = a.token)
      UNION ALL
      SELECT NULL, NULL, to_jsonb(e), NULL FROM (${EDGES_OF('$4', '$5', '$6')}) AS e
      UNION ALL
      SELECT NULL, NULL, NULL, to_jsonb(d) FROM (${DECISIONS_OF('$4', '$5', '$6')}) AS d WHERE $7::bool`,
    values: [
      int4Array(asked.map((one) => one.spaceId)),
      int8ArrayOfBigints(asked.map((one) => one.token)),
      int4Array(asked.map((one) => one.cap)),
      textArray(people.map((one) => one.scope)),
      int8Array(people.map((one) => one.companyId)),
      int8Array(people.map((one) => one.individualId)),
      isDecided,
    ],
  });
  return { asked, rows };
}

/** Parses the answers of queryNeighbourhood. */
export function readNeighbourhood(
  { cipherOf }: Pick<OpenSpaces, 'cipherOf'>,
  { asked, rows }: Answers,
): Neighbourhood {
  const buckets: BucketRow[] = [];
  const edges = new Map<number, Edge>();
  const decisions: DecisionRow[] = [];
  for (const row of rows) {
    // An edge between two of the records is found from both sides.
    if (row.edge !== null)
      edges.set(row.edge.id, edgeFromRow({ ...row.edge, created_at: new Date(row.edge.created_at) }));
    else if (row.decision !== null) decisions.push(row.decision);
    else buckets.push(row);
  }
  return {
    buckets: openBuckets(cipherOf, asked, buckets),
    edges: [...edges.values()],
    decided: decidedPairs(decisions),
  };
}
