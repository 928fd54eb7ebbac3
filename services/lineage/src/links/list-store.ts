import type { Tx } from '@pii-vault/platform/db/database';
import type { Edge } from './edge.ts';
import { EDGE_COLUMNS, type EdgeRow, edgeFromRow } from './edge-store.ts';
import { type EdgeKind, readKinds } from './kinds-store.ts';
import { digitsOf, isIdSearch, type ListPart, partsOf } from './list-parts.ts';
import { type Begun, mergeParts } from './merge-parts.ts';
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
 * The first `limit` edges of each part beyond a position, and of a part that was begun beyond its last one. Each part comes
 * from one index in the order of the list and is cut; listEdges merges the parts, so nothing is sorted in SQL.
 */
export function pageStatement(
  reader: Reader,
  parts: readonly (ListPart & { readonly before?: number | undefined })[],
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
  const before = parts.map((part) => part.before ?? page.before);
  if (before.some((one) => one !== undefined)) {
    names.push('before');
    arrays.push(`${parameter(before.map((one) => one ?? Number.MAX_SAFE_INTEGER))}::bigint[]`);
    conditions.push('e.id < p.before');
  }
  return {
    text: `SELECT e.*, p.n AS part FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS p(${names.join(', ')}, n) CROSS JOIN LATERAL (
      SELECT ${EDGE_COLUMNS} FROM data_lineage e WHERE ${conditions.join(' AND ')}
      ORDER BY e.id ${page.isOldestFirst === true ? 'ASC' : 'DESC'} LIMIT ${parameter(page.limit)}::int) AS e`,
    values,
  };
}

/**
 * Newest first over everything that the reader lists.
 * @param kinds of the reader's edges by band, where they are known already
 */
export async function listEdges(
  tx: Tx,
  reader: Reader,
  filter: EntryFilter,
  before: number | undefined,
  limit: number,
  kinds?: readonly EdgeKind[],
): Promise<Edge[]> {
  const parts = partsOf(kinds ?? (await readKinds(tx, reader, 'band')), filter, limit);
  if (parts.length === 0) return [];
  if (usesRanges(filter)) {
    const edges = await searchEdges(tx, reader, filter, before, limit);
    return edges.sort(newestFirst).slice(0, limit);
  }
  return await mergeParts(parts, limit, newestFirst, (begun, count) => {
    const open = begun.map(({ part, last }) => ({ ...part, before: last?.id }));
    return runParts(tx, pageStatement(reader, open, filter, { before, limit: count }));
  });
}

const newestFirst = (a: Edge, b: Edge) => b.id - a.id;

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

/** The strongest edges of companies that nobody rejected, beyond the last one read. Each part is in the order of one index. */
export function strongestStatement(
  reader: Reader,
  limit: number,
  begun: readonly Begun<number, Edge>[] = reader.listed.map((part) => ({ part, last: undefined })),
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const conditions = [
    'e.company_id = c.company_id',
    ...visibleTo(reader, parameter),
    `e.verification_status <> 'rejected'`,
    '(e.confidence_score, e.id) < (c.confidence, c.id)',
  ];
  const companies = parameter(begun.map(({ part }) => part));
  const confidences = parameter(begun.map(({ last }) => last?.confidenceScore ?? BEYOND_ALL));
  const ids = parameter(begun.map(({ last }) => last?.id ?? 0));
  return {
    text: `SELECT e.*, c.n AS part FROM unnest(${companies}::bigint[], ${confidences}::numeric[], ${ids}::bigint[])
        WITH ORDINALITY AS c(company_id, confidence, id, n) CROSS JOIN LATERAL (
      SELECT ${EDGE_COLUMNS} FROM data_lineage e WHERE ${conditions.join(' AND ')}
      ORDER BY e.confidence_score DESC, e.id DESC LIMIT ${parameter(limit)}::int) AS e`,
    values,
  };
}

/** Confidence is at most 100. */
const BEYOND_ALL = 101;

export async function strongestEdges(tx: Tx, reader: Reader, limit: number): Promise<Edge[]> {
  const strongestFirst = (a: Edge, b: Edge) => b.confidenceScore - a.confidenceScore || b.id - a.id;
  return await mergeParts(reader.listed, limit, strongestFirst, (begun, count) =>
    runParts(tx, strongestStatement(reader, count, begun)),
  );
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

/** Edges by the part that they were read from, each in the order of the list. */
async function runParts(tx: Tx, { text, values }: Statement): Promise<ReadonlyMap<number, Edge[]>> {
  const rows = await tx.query<EdgeRow & { part: number }>(text, values);
  const byPart = Map.groupBy(rows, ({ part }) => part - 1);
  return new Map([...byPart].map(([part, own]) => [part, own.map(edgeFromRow)]));
}
