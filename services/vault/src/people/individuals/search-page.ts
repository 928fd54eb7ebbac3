import type { Tx } from '@pii-vault/platform/postgres/database';
import { type Individual, searchTerms } from './individual.ts';
import { decodePosition, encodePosition, type Position } from './page-order.ts';
import { findByDigits, findByMasterKey } from './search-store.ts';

interface SearchQuery {
  readonly text: string;
  readonly companies: readonly number[];
  readonly limit: number;
  readonly cursor?: string;
}

type Matched = 'id' | 'master_key';

/** People whose id contains the text, by id, then those whose master key starts with it, by master key. */
export async function searchPage(
  tx: Tx,
  query: SearchQuery,
): Promise<{ individuals: Individual[]; nextCursor?: string }> {
  const { companies, cursor } = query;
  const { digits, masterKeys } = searchTerms(query.text);
  const isBehindIds = cursor?.startsWith('["master_key"') === true;
  const limit = query.limit + 1;
  const found: { column: Matched; row: Individual }[] = [];
  if (!isBehindIds && digits !== undefined) {
    const rows = await findByDigits(tx, digits, { companies, after: afterOf('id', cursor), limit });
    found.push(...merged('id', rows, limit));
  }
  if (masterKeys !== undefined && found.length <= query.limit) {
    const after = isBehindIds ? afterOf('master_key', cursor) : undefined;
    const rows = await findByMasterKey(tx, masterKeys, { companies, after, limit });
    found.push(...merged('master_key', rows, limit));
  }
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  // A person that matches by id is listed only there.
  const isRepeated = ({ column, row }: (typeof page)[number]) =>
    column === 'master_key' && digits !== undefined && String(row.id).includes(digits);
  const individuals = page.filter((one) => !isRepeated(one)).map(({ row }) => row);
  if (found.length <= query.limit || last === undefined) return { individuals };
  return { individuals, nextCursor: encodePosition(last.column, matchedPosition(last.column, last.row)) };
}

/** The first of several companies by the column. */
function merged(column: Matched, rows: Individual[], limit: number): { column: Matched; row: Individual }[] {
  const key = (row: Individual) => matchedPosition(column, row).value;
  return rows
    .sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))) || a.companyId - b.companyId)
    .slice(0, limit)
    .map((row) => ({ column, row }));
}

function afterOf(column: Matched, cursor: string | undefined): Position | undefined {
  return cursor === undefined ? undefined : decodePosition(column, cursor);
}

function matchedPosition(column: Matched, row: Individual): Position {
  return { value: column === 'id' ? row.id : row.masterKey, companyId: row.companyId, id: row.id };
}
