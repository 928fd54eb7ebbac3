import type { Tx } from '@pii-vault/platform/db/database';
import { confidencesAt } from './confidence-ranks.ts';
import type { Edge } from './edge.ts';
import { EDGE_ENDS, type EdgeRow, type EndsRow, endsFromRow } from './edge-store.ts';
import { countOf, readKinds } from './kinds-store.ts';
import { type ListPart, partsOf } from './list-parts.ts';
import { endsOf, rowsOfParts } from './part-rows.ts';
import { readWindows, type Window } from './read-windows.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './statement.ts';
import { type Parameter, parameters, visibleTo } from './visible.ts';

/** What a graph shows of an edge. */
export type GraphEdge = Pick<
  Edge,
  'id' | 'lo' | 'hi' | 'relationshipType' | 'verificationStatus' | 'confidenceScore'
>;

const COLUMNS = `e.id, ${EDGE_ENDS}, e.relationship_type, e.verification_status, e.confidence_tenths`;
type GraphRow = EndsRow &
  Pick<EdgeRow, 'id' | 'relationship_type' | 'verification_status'> & { readonly confidence_tenths: number };

/**
 * The strongest edges that nobody rejected, of equally strong ones the newest. The counts tell how strong the last of them
 * is: those above it are fewer than the limit, and of those like it as many as are missing are read.
 */
export async function strongestEdges(tx: Tx, reader: Reader, limit: number): Promise<GraphEdge[]> {
  const all = await readKinds(tx, reader);
  const kinds = all.filter(({ verificationStatus }) => verificationStatus !== 'rejected');
  const total = countOf(kinds);
  if (total === 0) return [];
  const parts = partsOf(kinds, {}, limit);
  const [last] = await confidencesAt(tx, reader, kinds, [Math.max(0, total - limit)]);
  const tenths = last?.tenths ?? 0;
  const above = await run(tx, aboveStatement(reader, parts, tenths, limit));
  const isLike = (parameter: Parameter) => [
    `e.confidence_tenths = ${parameter(tenths)}::smallint`,
    `e.verification_status <> 'rejected'`,
  ];
  const ends = await endsOf(tx, reader, parts, isLike);
  const rows = last?.edges ?? 0;
  const like =
    ends === undefined
      ? []
      : await readWindows({ ...ends, rows }, limit - above.length, async (window) => {
          const edges = await run(tx, likeStatement(reader, parts, tenths, window));
          return edges.sort(strongestFirst).slice(0, window.count);
        });
  return [...above.sort(strongestFirst), ...like].slice(0, limit);
}

const strongestFirst = (a: GraphEdge, b: GraphEdge) => b.confidenceScore - a.confidenceScore || b.id - a.id;

/** @param tenths of a percent of confidence, which those that are read have more of */
export function aboveStatement(
  reader: Reader,
  parts: readonly ListPart[],
  tenths: number,
  limit: number,
): Statement {
  return select(reader, parts, limit, (parameter) => [
    `e.confidence_tenths > ${parameter(tenths)}::smallint`,
  ]);
}

/** @param tenths of a percent of confidence, which those that are read have exactly */
export function likeStatement(
  reader: Reader,
  parts: readonly ListPart[],
  tenths: number,
  { from, before, count }: Window,
): Statement {
  return select(reader, parts, count, (parameter) => [
    `e.confidence_tenths = ${parameter(tenths)}::smallint`,
    `e.id >= ${parameter(from)}::bigint AND e.id < ${parameter(before)}::bigint`,
  ]);
}

/** Each part is one stretch of an index, in its order. */
function select(
  reader: Reader,
  parts: readonly ListPart[],
  limit: number,
  within: (parameter: Parameter) => string[],
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const { from, conditions } = rowsOfParts(parts, parameter);
  conditions.push(
    ...visibleTo(reader, parameter),
    ...within(parameter),
    `e.verification_status <> 'rejected'`,
  );
  return {
    text: `SELECT e.* FROM ${from} CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM data_lineage e WHERE ${conditions.join(' AND ')}
      ORDER BY e.confidence_tenths DESC, e.id DESC LIMIT ${parameter(limit)}::int) AS e`,
    values,
  };
}

async function run(tx: Tx, { text, values }: Statement): Promise<GraphEdge[]> {
  const rows = await tx.query<GraphRow>(text, values);
  return rows.map((row) => ({
    id: row.id,
    ...endsFromRow(row),
    relationshipType: row.relationship_type,
    verificationStatus: row.verification_status,
    confidenceScore: row.confidence_tenths / 10,
  }));
}
