import type { Tx } from '@pii-vault/platform/db/database';
import type { Edge } from './edge.ts';
import { EDGE_COLUMNS, type EdgeRow, edgeFromRow } from './edge-store.ts';
import type { Reader } from './reader.ts';
import { conditionsFor, type EntryFilter, parameters } from './visible.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Order = 'newest' | 'strongest';

const ORDER_BY: Readonly<Record<Order, string>> = {
  newest: 'e.id DESC',
  strongest: 'e.confidence_score DESC, e.id DESC',
};

/**
 * The first `limit` edges below `before` that meet the filter. Each company's part comes from one index in
 * the order of the list and is cut to the page; listEdges merges the parts, so nothing is sorted in SQL.
 */
export function pageStatement(
  reader: Reader,
  order: Order,
  filter: EntryFilter,
  before: number | undefined,
  limit: number,
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const conditions = conditionsFor(reader, filter, parameter);
  if (before !== undefined) conditions.push(`e.id < ${parameter(before)}::bigint`);
  const page = (first: readonly string[]) =>
    `SELECT ${EDGE_COLUMNS} FROM data_lineage e
     WHERE ${[...first, ...conditions].join(' AND ')}
     ORDER BY ${ORDER_BY[order]} LIMIT ${parameter(limit)}::int`;
  const companies = `unnest(${parameter(reader.listed)}::bigint[]) AS c(company_id)`;
  return {
    text: `SELECT e.* FROM ${companies} CROSS JOIN LATERAL (${page(['e.company_id = c.company_id'])}) AS e`,
    values,
  };
}

/** Newest first over everything that the reader lists. */
export async function listEdges(
  tx: Tx,
  reader: Reader,
  filter: EntryFilter,
  before: number | undefined,
  limit: number,
): Promise<Edge[]> {
  const edges = await run(tx, pageStatement(reader, 'newest', filter, before, limit));
  return edges.sort((a, b) => b.id - a.id).slice(0, limit);
}

/** The strongest edges that nobody rejected, for a graph. */
export async function strongestEdges(tx: Tx, reader: Reader, limit: number): Promise<Edge[]> {
  const edges = await run(tx, pageStatement(reader, 'strongest', { isStanding: true }, undefined, limit));
  return edges.sort((a, b) => b.confidenceScore - a.confidenceScore || b.id - a.id).slice(0, limit);
}

/** One edge that the reader may see. */
export async function findEdge(tx: Tx, reader: Reader, id: number): Promise<Edge | undefined> {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const conditions = [`e.id = ${parameter(id)}::bigint`, ...conditionsFor(reader, {}, parameter)];
  const [edge] = await run(tx, {
    text: `SELECT ${EDGE_COLUMNS} FROM data_lineage e WHERE ${conditions.join(' AND ')} LIMIT 1`,
    values,
  });
  return edge;
}

async function run(tx: Tx, { text, values }: Statement): Promise<Edge[]> {
  return (await tx.query<EdgeRow>(text, values)).map(edgeFromRow);
}
