import { disjointRanges, rangesContaining } from '@pii-vault/platform/core/tables/id-ranges';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { type Individual, keyAfter, keysStartingWith } from './individual.ts';
import { COLUMNS, type IndividualRow, individualOf } from './individuals-store.ts';
import type { Position } from './page-order.ts';

/** The first `limit` matches of each company after a position. */
interface Window {
  readonly companies: readonly number[];
  readonly after: Position | undefined;
  readonly limit: number;
}

/** People whose id as text contains the digits. Each company's part is in order of ids; the caller merges. */
export async function findByDigits(tx: Tx, digits: string, window: Window): Promise<Individual[]> {
  const { companies, after, limit } = window;
  if (digits.length < RANGES_FROM_DIGITS)
    return await find(tx, scanStatement(), [
      companies,
      digits,
      limit,
      after?.value ?? 0,
      after?.companyId ?? 0,
    ]);
  const ranges = disjointRanges(rangesContaining(digits, await longestId(tx, companies)));
  const ahead = ranges.filter(({ high }) => high >= Number(after?.value ?? 0));
  return await findInRanges(
    tx,
    'id',
    ahead.map(({ low, high }) => [low, high] as const),
    window,
  );
}

/** People whose master key starts with the digits. Each company's part is in order of keys; the caller merges. */
export const findByKeyStart = (tx: Tx, hex: string, window: Window): Promise<Individual[]> =>
  findInRanges(tx, 'master_key', [keysStartingWith(hex)], window);

export interface WithinKeys {
  /** By company and master key. */
  readonly people: Individual[];
  /** Where the next page begins if there are more keys: after this one. */
  readonly end: { readonly companyId: number; readonly masterKey: string } | undefined;
}

interface KeyRow {
  readonly companyId: number;
  readonly masterKey: string;
  readonly n: number;
  readonly isMatch: boolean;
}

/**
 * People whose master key contains the digits after its start. Compares the next `keys` master keys in order of company
 * and key and stops at the limit, so that its cost does not depend on the number of people.
 */
export async function findWithinKeys(
  tx: Tx,
  hex: string,
  { companies, after, limit, keys }: Window & { readonly keys: number },
): Promise<WithinKeys> {
  const next = after && keyAfter(String(after.value));
  const lows = companies.flatMap((id): [number, string][] => {
    if (after === undefined || id > after.companyId) return [[id, FIRST_KEY]];
    return id === after.companyId && next !== undefined ? [[id, next]] : [];
  });
  await tx.query(IN_INDEX_ORDER);
  const rows = await tx.query<KeyRow>(withinStatement(), [
    lows.map(([id]) => id),
    lows.map(([, low]) => low),
    hex,
    keys,
    limit,
  ]);
  const matches = rows.filter(({ isMatch }) => isMatch);
  const last = rows.at(-1);
  const hasMore = last !== undefined && (rows.length === limit || last.n === keys);
  return {
    people: matches.length === 0 ? [] : await readByKeys(tx, matches),
    end: hasMore ? { companyId: last.companyId, masterKey: last.masterKey } : undefined,
  };
}

const FIRST_KEY = keysStartingWith('')[0];

async function readByKeys(tx: Tx, keys: readonly KeyRow[]): Promise<Individual[]> {
  const rows = await tx.query<IndividualRow>(
    `SELECT ${COLUMNS} FROM unnest($1::bigint[], $2::uuid[]) AS m(company_id, master_key)
     JOIN individuals i ON i.company_id = m.company_id AND i.master_key = m.master_key AND i.sealed_at IS NULL`,
    [keys.map(({ companyId }) => companyId), keys.map(({ masterKey }) => masterKey)],
  );
  return rows
    .map(individualOf)
    .sort((a, b) => a.companyId - b.companyId || (a.masterKey < b.masterKey ? -1 : 1));
}

/**
 * With fewer digits, many ids match, and a page fills within some 10,000 of them. With more, few ids match, and they
 * are looked up by ranges.
 */
const RANGES_FROM_DIGITS = 4;

async function find(tx: Tx, text: string, values: readonly unknown[]): Promise<Individual[]> {
  await tx.query(IN_INDEX_ORDER);
  return (await tx.query<IndividualRow>(text, [...values])).map(individualOf);
}

async function findInRanges(
  tx: Tx,
  column: 'id' | 'master_key',
  ranges: ReadonlyArray<readonly [number | string, number | string]>,
  { companies, after, limit }: Window,
): Promise<Individual[]> {
  const [first] = ranges;
  if (first === undefined) return [];
  return await find(tx, rangesStatement(column), [
    companies,
    ranges.map(([low]) => low),
    ranges.map(([, high]) => high),
    limit,
    after?.value ?? first[0],
    after?.companyId ?? 0,
  ]);
}

/** Number of digits of the longest id of the companies. */
async function longestId(tx: Tx, companies: readonly number[]): Promise<number> {
  const [row] = await tx.query<{ longest: number }>(LONGEST_ID, [companies]);
  return row?.longest ?? 0;
}

const LONGEST_ID = `SELECT coalesce(max(length(m.id::text)), 0)::int AS longest
  FROM unnest($1::bigint[]) AS c(company_id) CROSS JOIN LATERAL (
    SELECT i.id FROM individuals i WHERE i.company_id = c.company_id ORDER BY i.id DESC LIMIT 1) AS m`;

/**
 * Until the end of the transaction. The planner does not know the width of a range and would fetch and sort all of it,
 * for one digit a ninth of the company.
 */
export const IN_INDEX_ORDER = `SELECT set_config(name, 'off', true) FROM unnest('{enable_bitmapscan,enable_sort}'::text[]) AS s(name)`;

/** Scans ids in order and compares each as text, up to the limit. */
export function scanStatement(): string {
  return `SELECT p.* FROM unnest($1::bigint[]) AS c(company_id) CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM individuals i
      WHERE i.company_id = c.company_id AND i.id >= $4::bigint AND (i.id > $4::bigint OR i.company_id > $5::bigint)
        AND i.sealed_at IS NULL AND strpos(i.id::text, $2::text) > 0
      ORDER BY i.id LIMIT $3
    ) p`;
}

/**
 * The keys of a window that contain the digits after their start, and the window's last key. Only the index of master
 * keys is read. No index serves the middle of a key: under row-level security it would need a leakproof operator.
 */
export function withinStatement(): string {
  return `SELECT s.company_id AS "companyId", s.master_key AS "masterKey", s.n, s.place > 1 AS "isMatch" FROM (
      SELECT w.company_id, w.master_key, w.n, strpos(encode(uuid_send(w.master_key), 'hex'), $3::text) AS place FROM (
        SELECT p.company_id, p.master_key, row_number() OVER () AS n
        FROM unnest($1::bigint[], $2::uuid[]) AS c(company_id, low) CROSS JOIN LATERAL (
          SELECT k.company_id, k.master_key FROM individuals k
          WHERE k.company_id = c.company_id AND k.master_key >= c.low
          ORDER BY k.master_key) AS p
        LIMIT $4) AS w) AS s
    WHERE s.place > 1 OR s.n = $4 LIMIT $5`;
}

/** Ranges are ascending and disjoint: read in order, up to the limit. */
export function rangesStatement(column: 'id' | 'master_key'): string {
  const type = column === 'id' ? 'bigint' : 'uuid';
  return `SELECT p.* FROM unnest($1::bigint[]) AS c(company_id) CROSS JOIN LATERAL (
      SELECT q.* FROM unnest($2::${type}[], $3::${type}[]) AS r(low, high) CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM individuals i
        WHERE i.company_id = c.company_id AND i.${column} >= r.low AND i.${column} <= r.high
          AND i.${column} >= $5::${type} AND (i.${column} > $5::${type} OR i.company_id > $6::bigint)
          AND i.sealed_at IS NULL
        ORDER BY i.${column} LIMIT $4) AS q
      LIMIT $4
    ) p`;
}
