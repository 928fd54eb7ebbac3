import type { Tx } from '@pii-vault/platform/db/database';
import type { Edge } from './edge.ts';
import { EDGE_COLUMNS, type EdgeRow, edgeFromRow } from './edge-store.ts';
import { readKinds } from './kinds-store.ts';
import { digitsOf, isIdSearch, type ListPart, partsOf } from './list-parts.ts';
import type { Reader } from './reader.ts';
import { searchEdges, usesRanges } from './search-store.ts';
import type { Statement } from './statement.ts';
import { type EntryFilter, idContains, ofKind, parameters, visibleTo } from './visible.ts';

const PART_COLUMNS = {
  relationshipType: 'relationship_type',
  verificationStatus: 'verification_status',
  band: 'confidence_band',
} as const;

/**
 * The first `limit` edges of each part beyond a position. Each part comes from one index in the order of the list and is
 * cut to the page; listEdges merges the parts, so nothing is sorted in SQL.
 */
export function pageStatement(
  reader: Reader,
  parts: readonly ListPart[],
  filter: EntryFilter,
  page: { readonly before?: number | undefined; readonly isOldestFirst?: boolean; readonly limit: number },
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const names = ['company_id', 'lo_company_id'];
  const arrays = [
    `${parameter(parts.map((part) => part.companyId))}::bigint[]`,
    `${parameter(parts.map((part) => part.loCompanyId))}::bigint[]`,
  ];
  for (const [name, column] of Object.entries(PART_COLUMNS) as [keyof typeof PART_COLUMNS, string][]) {
    if (parts[0]?.[name] === undefined) continue;
    names.push(column);
    arrays.push(`${parameter(parts.map((part) => part[name]))}::text[]`);
  }
  const conditions = [...names.map((name) => `e.${name} = p.${name}`), ...visibleTo(reader, parameter)];
  conditions.push(...ofKind(filter, parameter));
  if (filter.search !== undefined && isIdSearch(filter.search))
    conditions.push(idContains(digitsOf(filter.search), reader, parameter));
  if (page.before !== undefined) conditions.push(`e.id < ${parameter(page.before)}::bigint`);
  return {
    text: `SELECT e.* FROM unnest(${arrays.join(', ')}) AS p(${names.join(', ')}) CROSS JOIN LATERAL (
      SELECT ${EDGE_COLUMNS} FROM data_lineage e WHERE ${conditions.join(' AND ')}
      ORDER BY e.id ${page.isOldestFirst === true ? 'ASC' : 'DESC'} LIMIT ${parameter(page.limit)}::int) AS e`,
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
  const parts = partsOf(await readKinds(tx, reader), filter, limit);
  if (parts.length === 0) return [];
  const edges = usesRanges(filter)
    ? await searchEdges(tx, reader, filter, before, limit)
    : await run(tx, pageStatement(reader, parts, filter, { before, limit }));
  return edges.sort((a, b) => b.id - a.id).slice(0, limit);
}

/** The edges that have waited longest for a decision, oldest first. */
export async function oldestUndecided(
  tx: Tx,
  reader: Reader,
  parts: readonly ListPart[],
  limit: number,
): Promise<Edge[]> {
  if (parts.length === 0) return [];
  const edges = await run(tx, pageStatement(reader, parts, {}, { isOldestFirst: true, limit }));
  return edges.sort((a, b) => a.id - b.id).slice(0, limit);
}

/** The strongest edges that nobody rejected, for a graph. Each company's part is in the order of one index. */
export function strongestStatement(reader: Reader, limit: number): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const conditions = [
    'e.company_id = c.company_id',
    ...visibleTo(reader, parameter),
    `e.verification_status <> 'rejected'`,
  ];
  return {
    text: `SELECT e.* FROM unnest(${parameter(reader.listed)}::bigint[]) AS c(company_id) CROSS JOIN LATERAL (
      SELECT ${EDGE_COLUMNS} FROM data_lineage e WHERE ${conditions.join(' AND ')}
      ORDER BY e.confidence_score DESC, e.id DESC LIMIT ${parameter(limit)}::int) AS e`,
    values,
  };
}

export async function strongestEdges(tx: Tx, reader: Reader, limit: number): Promise<Edge[]> {
  const edges = await run(tx, strongestStatement(reader, limit));
  return edges.sort((a, b) => b.confidenceScore - a.confidenceScore || b.id - a.id).slice(0, limit);
}

/** One edge that the reader may see. */
export async function findEdge(tx: Tx, reader: Reader, id: number): Promise<Edge | undefined> {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const conditions = [`e.id = ${parameter(id)}::bigint`, ...visibleTo(reader, parameter)];
  const [edge] = await run(tx, {
    text: `SELECT ${EDGE_COLUMNS} FROM data_lineage e WHERE ${conditions.join(' AND ')} LIMIT 1`,
    values,
  });
  return edge;
}

async function run(tx: Tx, { text, values }: Statement): Promise<Edge[]> {
  return (await tx.query<EdgeRow>(text, values)).map(edgeFromRow);
}
