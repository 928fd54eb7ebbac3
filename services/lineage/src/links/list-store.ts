import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Edge } from './edge.ts';
import { EDGE_COLUMNS, type EdgeRow, edgeFromRow } from './edge-store.ts';
import { countOf, type EdgeKind, readKinds } from './kinds-store.ts';
import { digitsOf, isIdSearch, kindsWithin, type ListPart, partsOf } from './list-parts.ts';
import { endsOf, rowsOfParts } from './part-rows.ts';
import { readWindows, type Window } from './read-windows.ts';
import type { Reader } from './reader.ts';
import { searchEdges, usesRanges } from './search-store.ts';
import type { Statement } from './statement.ts';
import { type EntryFilter, idContains, ofKind, parameters, visibleTo } from './visible.ts';

/**
 * The first `limit` edges of each part, within a window of ids. Each part is read from one index in the order of the
 * list; the caller merges the parts, so SQL sorts nothing.
 */
export function pageStatement(
  reader: Reader,
  parts: readonly ListPart[],
  filter: EntryFilter,
  page: Partial<Pick<Window, 'from' | 'before'>> & {
    readonly isOldestFirst?: boolean;
    readonly limit: number;
  },
  columns: string = EDGE_COLUMNS,
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const { from, conditions } = rowsOfParts(parts, parameter);
  conditions.push(...visibleTo(reader, parameter), ...ofKind(filter, parameter));
  if (page.from !== undefined) conditions.push(`e.id >= ${parameter(page.from)}::bigint`);
  if (page.before !== undefined) conditions.push(`e.id < ${parameter(page.before)}::bigint`);
  if (filter.search !== undefined && isIdSearch(filter.search))
    conditions.push(idContains(digitsOf(filter.search), reader, parameter));
  return {
    text: `SELECT e.* FROM ${from} CROSS JOIN LATERAL (
      SELECT ${columns} FROM data_lineage e WHERE ${conditions.join(' AND ')}
      ORDER BY e.id ${page.isOldestFirst === true ? 'ASC' : 'DESC'} LIMIT ${parameter(page.limit)}::int) AS e`,
    values,
  };
}

/** Newest first over all edges that the reader lists. */
export async function listEdges(
  tx: Tx,
  reader: Reader,
  filter: EntryFilter,
  before: number | undefined,
  limit: number,
): Promise<Edge[]> {
  const kinds = await readKinds(tx, reader);
  if (!usesRanges(filter)) return newestOf(tx, reader, filter, { kinds, before, limit }, WHOLE);
  if (kindsWithin(kinds, filter).length === 0) return [];
  const edges = await searchEdges(tx, reader, kinds, filter, { before, limit });
  return edges.sort(newestFirst).slice(0, limit);
}

/** Columns that are read of an edge, and the mapper of its rows. */
export interface Reading<R, E> {
  readonly columns: string;
  readonly read: (row: R) => E;
}
const WHOLE: Reading<EdgeRow, Edge> = { columns: EDGE_COLUMNS, read: edgeFromRow };

export interface NewestPage {
  /** Of the reader's edges. */
  readonly kinds: readonly EdgeKind[];
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The newest edges that pass a filter which the order of ids serves. */
export async function newestOf<R extends object, E extends { readonly id: number }>(
  tx: Tx,
  reader: Reader,
  filter: EntryFilter,
  { kinds, before, limit }: NewestPage,
  { columns, read }: Reading<R, E>,
): Promise<E[]> {
  const parts = partsOf(kinds, filter, limit);
  if (parts.length === 0) return [];
  const ends = await endsOf(tx, reader, parts, (parameter) =>
    before === undefined ? [] : [`e.id < ${parameter(before)}::bigint`],
  );
  if (ends === undefined) return [];
  const rows = countOf(kindsWithin(kinds, filter));
  return await readWindows({ ...ends, rows }, limit, async ({ count, ...window }) => {
    const { text, values } = pageStatement(reader, parts, filter, { ...window, limit: count }, columns);
    const edges = (await tx.query<R>(text, values)).map(read);
    return edges.sort(newestFirst).slice(0, count);
  });
}

const newestFirst = (a: { readonly id: number }, b: { readonly id: number }) => b.id - a.id;

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

/** One edge that the reader may see. */
export const findEdge = async (tx: Tx, reader: Reader, id: number): Promise<Edge | undefined> =>
  (await findEdges(tx, reader, [id]))[0];

/** Those of these edges that the reader may see, once each. */
export async function findEdges(tx: Tx, reader: Reader, ids: readonly number[]): Promise<Edge[]> {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const conditions = visibleTo(reader, parameter).join(' AND ');
  return await run(tx, {
    text: `SELECT e.* FROM unnest(${parameter(ids)}::bigint[]) AS i(id) CROSS JOIN LATERAL (
      SELECT ${EDGE_COLUMNS} FROM data_lineage e WHERE e.id = i.id AND ${conditions} LIMIT 1) AS e`,
    values,
  });
}

async function run(tx: Tx, { text, values }: Statement): Promise<Edge[]> {
  return (await tx.query<EdgeRow>(text, values)).map(edgeFromRow);
}
