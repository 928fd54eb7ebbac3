import type { Tx } from '@pii-vault/platform/db/database';
import type { Edge } from './edge.ts';
import { EDGE_COLUMNS, type EdgeRow, edgeFromRow } from './edge-store.ts';
import { rangesContaining } from './id-ranges.ts';
import { digitsOf, isIdSearch } from './list-parts.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './statement.ts';
import { type EntryFilter, mayRead, ofKind, parameters, visibleTo } from './visible.ts';

/**
 * Fewer digits are in so many ids that the page is full soon after the newest edge; more are in few, which are looked
 * up by ranges of ids.
 */
const RANGES_FROM_DIGITS = 4;

/** Whether the edges of a filter are found by ranges of ids, or of the one id, instead of in the order of the list. */
export function usesRanges({ search, individualId }: EntryFilter): boolean {
  if (individualId !== undefined) return true;
  return search !== undefined && isIdSearch(search) && digitsOf(search).length >= RANGES_FROM_DIGITS;
}

/** Digits of the longest id in the rows that the reader lists. */
async function longestId(tx: Tx, { listed }: Reader): Promise<number> {
  const newest = (
    side: 'lo' | 'hi',
  ) => `SELECT m.id FROM unnest($1::bigint[]) AS c(company_id) CROSS JOIN LATERAL (
    SELECT e.${side}_individual_id AS id FROM data_lineage e WHERE e.company_id = c.company_id
    ORDER BY e.${side}_individual_id DESC LIMIT 1) AS m`;
  const [row] = await tx.query<{ longest: number }>(
    `SELECT coalesce(max(length(id::text)), 0)::int AS longest FROM (${newest('lo')} UNION ALL ${newest('hi')}) AS m`,
    [listed],
  );
  return row?.longest ?? 0;
}

/** The newest `limit` edges one of whose people, if the reader may see them, has an id in a range. */
export function rangesStatement(
  reader: Reader,
  ranges: ReadonlyArray<{ readonly low: number; readonly high: number }>,
  filter: EntryFilter,
  before: number | undefined,
  limit: number,
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const from = `unnest(${parameter(reader.listed)}::bigint[]) AS c(company_id)
    CROSS JOIN unnest(${parameter(ranges.map(({ low }) => low))}::bigint[], ${parameter(ranges.map(({ high }) => high))}::bigint[]) AS r(low, high)`;
  const conditions = [...visibleTo(reader, parameter), ...ofKind(filter, parameter)];
  if (before !== undefined) conditions.push(`e.id < ${parameter(before)}::bigint`);
  const where = conditions.join(' AND ');
  // OFFSET 0 keeps the look-up per range: the planner cannot know how narrow one is.
  const side = (name: 'lo' | 'hi') => `SELECT ${EDGE_COLUMNS} FROM ${from} CROSS JOIN LATERAL (
    SELECT * FROM data_lineage l WHERE l.company_id = c.company_id
      AND l.${name}_individual_id >= r.low AND l.${name}_individual_id <= r.high OFFSET 0) AS e
    WHERE ${where} AND ${mayRead(reader, name, parameter)}`;
  return {
    text: `SELECT DISTINCT ON (e.id) e.* FROM (${side('lo')} UNION ALL ${side('hi')}) AS e
      ORDER BY e.id DESC LIMIT ${parameter(limit)}::int`,
    values,
  };
}

export async function searchEdges(
  tx: Tx,
  reader: Reader,
  filter: EntryFilter,
  before: number | undefined,
  limit: number,
): Promise<Edge[]> {
  const { search, individualId } = filter;
  const isText = search === undefined || !isIdSearch(search);
  const contained = isText ? [] : rangesContaining(digitsOf(search), await longestId(tx, reader));
  const only = individualId === undefined ? undefined : [{ low: individualId, high: individualId }];
  if (only !== undefined && !isText && !String(individualId).includes(digitsOf(search))) return [];
  const { text, values } = rangesStatement(reader, only ?? contained, filter, before, limit);
  return (await tx.query<EdgeRow>(text, values)).map(edgeFromRow);
}
