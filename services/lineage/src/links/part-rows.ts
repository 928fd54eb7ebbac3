import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ListPart } from './list-parts.ts';
import type { Span } from './read-windows.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './statement.ts';
import { type Parameter, parameters, visibleTo } from './visible.ts';

const COLUMNS = {
  relationshipType: 'relationship_type',
  verificationStatus: 'verification_status',
  band: 'confidence_band',
} as const;

/** Parts as a table `p`, and the condition that edge `e` is in one. All parts name the same columns. */
export function rowsOfParts(
  parts: readonly ListPart[],
  parameter: Parameter,
): { from: string; conditions: string[] } {
  const names = ['company_id', 'lo_company_id'];
  const arrays = [
    `${parameter(parts.map((part) => part.companyId))}::bigint[]`,
    `${parameter(parts.map((part) => part.loCompanyId))}::bigint[]`,
  ];
  for (const [name, column] of Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][]) {
    if (parts[0]?.[name] === undefined) continue;
    names.push(column);
    arrays.push(`${parameter(parts.map((part) => part[name]))}::text[]`);
  }
  return {
    from: `unnest(${arrays.join(', ')}) AS p(${names.join(', ')})`,
    conditions: names.map((name) => `e.${name} = p.${name}`),
  };
}

/** The newest and the oldest edge of parts, each read at an end of an index range. */
export function endsStatement(
  reader: Reader,
  parts: readonly ListPart[],
  within: (parameter: Parameter) => string[],
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const { from, conditions } = rowsOfParts(parts, parameter);
  const where = [...conditions, ...visibleTo(reader, parameter), ...within(parameter)].join(' AND ');
  const end = (order: 'ASC' | 'DESC') =>
    `CROSS JOIN LATERAL (SELECT e.id FROM data_lineage e WHERE ${where} ORDER BY e.id ${order} LIMIT 1)`;
  return {
    text: `SELECT max(n.id) AS newest, min(o.id) AS oldest FROM ${from} ${end('DESC')} AS n ${end('ASC')} AS o`,
    values,
  };
}

/** Lowest and highest id of the edges of parts; undefined without edges. */
export async function endsOf(
  tx: Tx,
  reader: Reader,
  parts: readonly ListPart[],
  within: (parameter: Parameter) => string[],
): Promise<Pick<Span, 'newest' | 'oldest'> | undefined> {
  const { text, values } = endsStatement(reader, parts, within);
  const [row] = await tx.query<{ newest: number | null; oldest: number | null }>(text, values);
  if (row === undefined || row.newest === null || row.oldest === null) return undefined;
  return { newest: row.newest, oldest: row.oldest };
}
