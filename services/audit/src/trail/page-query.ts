import type { TrailCondition } from './trail-filter.ts';

/** Which entries a page is taken from: companies by number, or the whole trail. */
export type PageScope = { readonly companies: readonly number[] } | 'all';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The newest leaf indexes below `before` that meet every condition. Each company's part comes from one index
 * in the order of the trail and is cut to the page; the parts are merged by the caller, so nothing is sorted.
 */
export function pageQuery(
  scope: PageScope,
  conditions: readonly TrailCondition[],
  before: number,
  limit: number,
): Statement {
  const values: unknown[] = [before, limit];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const wanted = conditions.map(({ column, value }) =>
    typeof value === 'number'
      ? `t.${column} = ${parameter(value)}::bigint`
      : `t.${column} = ${parameter(value)}::text`,
  );
  const page = (first: readonly string[]) =>
    `SELECT t.leaf_index FROM audit_trail t
     WHERE ${[...first, ...wanted, 't.leaf_index < $1::bigint'].join(' AND ')}
     ORDER BY t.leaf_index DESC LIMIT $2::int`;
  if (scope === 'all' && conditions.length === 0) return { text: page([]), values };
  const companies =
    scope === 'all'
      ? 'company_heads AS c'
      : `unnest(${parameter(scope.companies)}::bigint[]) AS c(company_id)`;
  return {
    text: `SELECT p.leaf_index FROM ${companies} CROSS JOIN LATERAL (${page(['t.company_id = c.company_id'])}) AS p`,
    values,
  };
}
