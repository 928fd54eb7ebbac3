import type { Tx } from '@pii-vault/platform/db/database';
import { type Individual, searchRanges } from './individual.ts';
import { readRanges } from './individuals-store.ts';
import { decodePosition, encodePosition, type Position } from './page-order.ts';

interface SearchQuery {
  readonly text: string;
  readonly companies: readonly number[];
  readonly limit: number;
  readonly cursor?: string;
}

type Matched = 'id' | 'master_key';

/** People whose id starts with the text, by id, and then those whose master key does, by master key. */
export async function searchPage(
  tx: Tx,
  query: SearchQuery,
): Promise<{ individuals: Individual[]; nextCursor?: string }> {
  const { ids, masterKeys } = searchRanges(query.text);
  const isBehindIds = query.cursor?.startsWith('["master_key"') === true;
  const found: { column: Matched; row: Individual }[] = [];
  if (!isBehindIds && ids.length > 0) {
    const rows = await part(tx, query, 'id', ids, afterOf('id', query.cursor));
    found.push(...rows.map((row) => ({ column: 'id' as const, row })));
  }
  if (masterKeys !== undefined && found.length <= query.limit) {
    const after = isBehindIds ? afterOf('master_key', query.cursor) : undefined;
    const rows = await part(tx, query, 'master_key', [masterKeys], after);
    found.push(...rows.map((row) => ({ column: 'master_key' as const, row })));
  }
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  // An id that matches by its digits is listed among the ids only.
  const isRepeated = ({ column, row }: (typeof page)[number]) =>
    column === 'master_key' && ids.some(([low, high]) => row.id >= low && row.id <= high);
  const individuals = page.filter((one) => !isRepeated(one)).map(({ row }) => row);
  if (found.length <= query.limit || last === undefined) return { individuals };
  return { individuals, nextCursor: encodePosition(last.column, matchedPosition(last.column, last.row)) };
}

async function part(
  tx: Tx,
  query: SearchQuery,
  column: Matched,
  ranges: ReadonlyArray<readonly [number | string, number | string]>,
  after: Position | undefined,
): Promise<Individual[]> {
  const { companies, limit } = query;
  const rows = await readRanges(tx, {
    companies,
    column,
    ranges,
    limit: limit + 1,
    ...(after ? { after } : {}),
  });
  const key = (row: Individual) => matchedPosition(column, row).value;
  rows.sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))) || a.companyId - b.companyId);
  return rows.slice(0, limit + 1);
}

function afterOf(column: Matched, cursor: string | undefined): Position | undefined {
  return cursor === undefined ? undefined : decodePosition(column, cursor);
}

function matchedPosition(column: Matched, row: Individual): Position {
  return { value: column === 'id' ? row.id : row.masterKey, companyId: row.companyId, id: row.id };
}
