import type { BoundedRange } from './time-range.ts';
import type { TrailCondition } from './trail-filter.ts';

/** Source of a page: companies by id, or the whole trail. */
export type PageScope = { readonly companies: readonly number[] } | 'all';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The newest leaf indexes below `before` that meet every condition. Each company's part is read from one index in the
 * order of the trail, limited to the page; the caller merges the parts, so nothing is sorted. A time range is checked
 * row by row.
 */
export function pageQuery(
  scope: PageScope,
  conditions: readonly TrailCondition[],
  before: number,
  limit: number,
  range?: BoundedRange,
): Statement {
  const values: unknown[] = [before, limit];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const named = conditions.find(({ column }) => column === 'named_id');
  const wanted = conditions
    .filter((one) => one !== named)
    .map(({ column, value }) =>
      typeof value === 'number'
        ? `t.${column} = ${parameter(value)}::bigint`
        : `t.${column} = ${parameter(value)}::text`,
    );
  if (range?.from) wanted.push(`t."timestamp" >= ${parameter(range.from)}::timestamptz`);
  if (range?.until) wanted.push(`t."timestamp" < ${parameter(range.until)}::timestamptz`);
  if (range !== undefined && range.floor > 0)
    wanted.push(`t.leaf_index >= ${parameter(range.floor)}::bigint`);
  const page = (first: readonly string[]) =>
    named === undefined
      ? `SELECT t.leaf_index FROM audit_trail t
     WHERE ${[...first, ...wanted, 't.leaf_index < $1::bigint'].join(' AND ')}
     ORDER BY t.leaf_index DESC LIMIT $2::int`
      : pageOfNamed(parameter(named.value), first, wanted);
  if (scope === 'all' && conditions.length === 0) return { text: page([]), values };
  const companies =
    scope === 'all'
      ? 'company_heads AS c'
      : `unnest(${parameter(scope.companies)}::bigint[]) AS c(company_id)`;
  return {
    text: `SELECT p.leaf_index FROM ${companies} CROSS JOIN LATERAL (${page([named === undefined ? 't.company_id = c.company_id' : 'n.company_id = c.company_id'])}) AS p`,
    values,
  };
}

/**
 * Entries by the stored people that they name. Omits an entry that does not name the person. OFFSET 0 keeps one look-up
 * by key per entry.
 */
function pageOfNamed(person: string, first: readonly string[], wanted: readonly string[]): string {
  const own = [`t.details -> 'individualIds' @> to_jsonb(${person}::bigint)`, ...wanted].join(' AND ');
  return `SELECT n.leaf_index FROM trail_people n
     CROSS JOIN LATERAL (SELECT FROM audit_trail t
       WHERE t.company_id = n.company_id AND t.leaf_index = n.leaf_index AND ${own} OFFSET 0) t
     WHERE ${first.join(' AND ')} AND n.individual_id = ${person}::bigint AND n.leaf_index < $1::bigint
     ORDER BY n.leaf_index DESC LIMIT $2::int`;
}
