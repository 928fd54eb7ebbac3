import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith } from '@pii-vault/platform/core/context/permissions';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { Individual, Presence } from './individual.ts';
import type { PageOrder, Position } from './page-order.ts';

export const COLUMNS = `i.company_id, i.id, i.master_key, i.quality, i.completeness, i.record_version, i.type_mask,
  i.created_at, i.updated_at`;

export interface IndividualRow {
  company_id: number;
  id: number;
  master_key: string;
  quality: number;
  completeness: number;
  record_version: number;
  type_mask: number;
  created_at: Date;
  updated_at: Date;
}

export function individualOf(row: IndividualRow): Individual {
  return {
    companyId: row.company_id,
    id: row.id,
    masterKey: row.master_key,
    quality: row.quality,
    completeness: row.completeness,
    recordVersion: row.record_version,
    typeMask: row.type_mask,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export interface PageQuery {
  /** Ascending. */
  readonly companies: readonly number[];
  readonly order: PageOrder;
  readonly after?: Position;
  readonly quality?: readonly [number, number];
  /** Only in the order of changes. */
  readonly updated?: { readonly updatedFrom?: Date | undefined; readonly updatedUntil?: Date | undefined };
  readonly limit: number;
}

/**
 * By id, companies are read one after the other, so the query stops at the limit (a nested loop keeps the order of its
 * outer side). By another column, each company's part is read in index order up to the limit, and the parts are merged.
 */
export async function readPage(tx: Tx, page: PageQuery): Promise<Individual[]> {
  const { text, values } = pageStatement(page);
  const rows = await tx.query<IndividualRow>(text, values);
  return rows.map(individualOf);
}

export function pageStatement(page: PageQuery): { text: string; values: unknown[] } {
  const { column, isDescending } = page.order;
  const direction = isDescending ? 'DESC' : 'ASC';
  const isById = column === 'id';
  const companies = isDescending ? [...page.companies].reverse() : page.companies;
  const values: unknown[] = [
    companiesAfter(companies, isById ? page.after : undefined, isDescending),
    page.limit,
  ];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['i.company_id = c.company_id', 'i.sealed_at IS NULL'];
  if (page.after !== undefined) conditions.push(afterClause(page.order, page.after, parameter));
  const from = 'unnest($1::bigint[]) WITH ORDINALITY AS c(company_id, n)';
  if (column === 'updated_at') {
    const bands = `unnest(${parameter(bandsOf(page.quality))}::integer[]) AS b(band)`;
    conditions.push(`${BAND} = b.band`);
    const { updatedFrom, updatedUntil } = page.updated ?? {};
    if (updatedFrom !== undefined) conditions.push(`i.updated_at >= ${parameter(updatedFrom)}::timestamptz`);
    if (updatedUntil !== undefined) conditions.push(`i.updated_at < ${parameter(updatedUntil)}::timestamptz`);
    return { text: firstOf(`${from} CROSS JOIN ${bands}`, conditions, page.order), values };
  }
  const band = page.quality?.map((one) => `${parameter(one)}::smallint`);
  if (column === 'quality') {
    if (band !== undefined) conditions.push(`i.quality BETWEEN ${band[0]} AND ${band[1]}`);
    return { text: firstOf(from, conditions, page.order), values };
  }
  const part =
    band === undefined
      ? `SELECT ${COLUMNS} FROM individuals i WHERE ${conditions.join(' AND ')} ORDER BY i.id ${direction} LIMIT $2`
      : byQuality(conditions, band, direction);
  return { text: `SELECT p.* FROM ${from} CROSS JOIN LATERAL (${part}) p LIMIT $2`, values };
}

/** The first people by a column over parts, each in the order of an index; only ids are merged. */
function firstOf(parts: string, conditions: readonly string[], { column, isDescending }: PageOrder): string {
  const direction = isDescending ? 'DESC' : 'ASC';
  return `SELECT r.* FROM (
      SELECT p.* FROM ${parts} CROSS JOIN LATERAL (
        SELECT i.company_id, i.${column}, i.id FROM individuals i WHERE ${conditions.join(' AND ')}
        ORDER BY i.${column} ${direction}, i.id ${direction} LIMIT $2) p
      ORDER BY p.${column} ${direction}, p.company_id ${direction}, p.id ${direction} LIMIT $2) AS f
    CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM individuals i WHERE i.company_id = f.company_id AND i.id = f.id OFFSET 0) AS r`;
}

/** As in the index individuals_by_band. */
export const BAND = 'CASE WHEN i.quality >= 90 THEN 2 WHEN i.quality >= 70 THEN 1 ELSE 0 END';

function bandsOf(quality: PageQuery['quality']): number[] {
  if (quality === undefined) return [0, 1, 2];
  const [low] = quality;
  return [low >= 90 ? 2 : low >= 70 ? 1 : 0];
}

/**
 * A company's first people of a band by id, from the index of quality: for each value of quality the first ids, of
 * which the lowest are read. The number of rows read is bounded for any distribution.
 */
function byQuality(conditions: readonly string[], [low, high]: readonly string[], direction: string): string {
  return `SELECT r.* FROM (
      SELECT q.id FROM generate_series(${low}::integer, ${high}::integer) AS v(quality)
      CROSS JOIN LATERAL (
        SELECT i.id FROM individuals i WHERE i.quality = v.quality::smallint AND ${conditions.join(' AND ')}
        ORDER BY i.quality, i.id ${direction} LIMIT $2) AS q
      ORDER BY q.id ${direction} LIMIT $2) AS f
    CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM individuals i WHERE i.company_id = c.company_id AND i.id = f.id OFFSET 0) AS r`;
}

function companiesAfter(
  companies: readonly number[],
  after: Position | undefined,
  isDescending: boolean,
): number[] {
  if (after === undefined) return [...companies];
  return companies.filter((id) => (isDescending ? id <= after.companyId : id >= after.companyId));
}

/** Rows of one company after the position of a list over several: a bound on the index columns of the order. */
function afterClause(order: PageOrder, after: Position, parameter: (value: unknown) => string): string {
  const [beyond, unlisted, listed] = order.isDescending ? ['<', MAX_ID, 0] : ['>', 0, MAX_ID];
  const company = `${parameter(after.companyId)}::bigint`;
  // Of equal values, later companies have all rows ahead, earlier ones none.
  const tie = `CASE WHEN c.company_id = ${company} THEN ${parameter(after.id)}::bigint
    WHEN c.company_id > ${company} THEN ${order.isDescending ? listed : unlisted} ELSE ${order.isDescending ? unlisted : listed} END`;
  if (order.column === 'id') return `i.id ${beyond} ${tie}`;
  const type = order.column === 'quality' ? 'smallint' : 'timestamptz';
  return `(i.${order.column}, i.id) ${beyond} (${parameter(after.value)}::${type}, ${tie})`;
}

const MAX_ID = Number.MAX_SAFE_INTEGER;

/** The named people of the companies, by (company, id). */
export async function readIndividuals(
  tx: Tx,
  companies: readonly number[],
  ids: readonly number[],
): Promise<Individual[]> {
  const rows = await tx.query<IndividualRow>(
    `SELECT ${COLUMNS} FROM individuals i
     WHERE i.company_id = ANY ($1::bigint[]) AND i.id = ANY ($2::bigint[]) AND i.sealed_at IS NULL
     ORDER BY i.company_id, i.id`,
    [companies, ids],
  );
  return rows.map(individualOf);
}

export async function readPresences(
  tx: Tx,
  companies: readonly number[],
  ids: readonly number[],
): Promise<Presence[]> {
  const people = await readIndividuals(tx, companies, ids);
  return people.map(({ companyId, id, typeMask }) => ({ companyId, id, typeMask }));
}

/** Companies that hold the person, among those in which the caller may write. */
export async function findMasterKeyElsewhere(
  db: Pick<Database, 'tenant'>,
  ctx: Ctx,
  id: number,
): Promise<{ companyId: number; masterKey: string }[]> {
  const companies = companiesWith(ctx.caller, 'pii:write');
  const scope = companies === 'all' ? companies : { companies };
  const rows = await db.tenant(scope, (tx) =>
    tx.query<{ company_id: number; master_key: string }>(
      'SELECT company_id, master_key FROM individuals WHERE id = $1 AND sealed_at IS NULL ORDER BY company_id',
      [id],
    ),
  );
  return rows.map((row) => ({ companyId: row.company_id, masterKey: row.master_key }));
}
