import { rangesContaining } from '@pii-vault/platform/core/tables/id-ranges';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { crossScope, intraScope } from '../spaces/scopes/scope.ts';
import type { Edge } from './edge.ts';
import { EDGE_COLUMNS, type EdgeRow, edgeFromRow } from './edge-store.ts';
import type { EdgeKind } from './kinds-store.ts';
import { digitsOf, isIdSearch } from './list-parts.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './statement.ts';
import { type EntryFilter, mayRead, ofKind, parameters, visibleTo } from './visible.ts';

/**
 * With fewer digits, many ids match, and a page fills soon from the newest edges. With more, few ids match, and they
 * are looked up by ranges.
 */
const RANGES_FROM_DIGITS = 4;

/** Whether the edges of a filter are read by ranges of ids instead of in the order of the list. */
export function usesRanges({ search, individualId }: EntryFilter): boolean {
  if (individualId !== undefined) return true;
  return search !== undefined && isIdSearch(search) && digitsOf(search).length >= RANGES_FROM_DIGITS;
}

/** Number of digits of the longest id in a reader's edges: one index has each side of a scope in the order of ids. */
async function longestId(tx: Tx, kinds: readonly EdgeKind[]): Promise<number> {
  const sides = kinds.map(({ agreementId, loCompanyId, hiCompanyId }) => {
    const scope = agreementId === 0 ? intraScope(loCompanyId) : crossScope(agreementId);
    return { scope, loCompanyId, hiCompanyId };
  });
  const scopes = [...new Map(sides.map((side) => [JSON.stringify(side), side])).values()];
  const last = (side: 'lo' | 'hi') => `SELECT (SELECT e.${side}_individual_id FROM data_lineage e
      WHERE e.scope = s.scope AND e.${side}_company_id = s.${side} ORDER BY e.${side}_individual_id DESC LIMIT 1) AS id
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS s(scope, lo, hi)`;
  const [row] = await tx.query<{ longest: number }>(
    `SELECT coalesce(max(length(id::text)), 0)::int AS longest FROM (${last('lo')} UNION ALL ${last('hi')}) AS m`,
    [
      scopes.map(({ scope }) => scope),
      scopes.map(({ loCompanyId }) => loCompanyId),
      scopes.map(({ hiCompanyId }) => hiCompanyId),
    ],
  );
  return row?.longest ?? 0;
}

/** The newest `limit` edges with a person, readable by the reader, whose id is in a range. */
export function rangesStatement(
  reader: Reader,
  ranges: ReadonlyArray<{ readonly low: number; readonly high: number }>,
  filter: EntryFilter,
  before: number | undefined,
  limit: number,
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const from = `unnest(${parameter(ranges.map(({ low }) => low))}::bigint[], ${parameter(ranges.map(({ high }) => high))}::bigint[]) AS r(low, high)`;
  const listed = `e.company_id = ANY (${parameter(reader.listed)}::bigint[])`;
  const conditions = [listed, ...visibleTo(reader, parameter), ...ofKind(filter, parameter)];
  if (before !== undefined) conditions.push(`e.id < ${parameter(before)}::bigint`);
  const where = conditions.join(' AND ');
  // Forces one look-up per range by the one index in this order: the planner knows neither the width of a range nor how
  // many rows a limit discards, and prefers plans with a fast start.
  const side = (name: 'lo' | 'hi') => `SELECT ${EDGE_COLUMNS} FROM ${from} CROSS JOIN LATERAL (
    SELECT * FROM data_lineage l WHERE l.${name}_individual_id >= r.low AND l.${name}_individual_id <= r.high
    ORDER BY l.${name}_individual_id, l.company_id LIMIT (SELECT NULL::bigint)) AS e
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
  kinds: readonly EdgeKind[],
  filter: EntryFilter,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<Edge[]> {
  const { search = '', individualId } = filter;
  const digits = isIdSearch(search) ? digitsOf(search) : '';
  if (individualId !== undefined && !String(individualId).includes(digits)) return [];
  // A short search has a million ranges, which one person makes needless.
  const ranges =
    individualId === undefined
      ? rangesContaining(digits, await longestId(tx, kinds))
      : [{ low: individualId, high: individualId }];
  const { text, values } = rangesStatement(reader, ranges, filter, page.before, page.limit);
  return (await tx.query<EdgeRow>(text, values)).map(edgeFromRow);
}
