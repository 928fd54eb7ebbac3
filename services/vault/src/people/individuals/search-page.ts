import type { Tx } from '@pii-vault/platform/postgres/database';
import { type Individual, KEY_DIGITS, searchTerms } from './individual.ts';
import { decodePosition, encodePosition, type Position } from './page-order.ts';
import { findByDigits, findByKeyStart, findWithinKeys } from './search-store.ts';

interface SearchQuery {
  readonly text: string;
  readonly companies: readonly number[];
  readonly limit: number;
  readonly cursor?: string;
}

type Matched = 'id' | 'master_key';
/** Stages of a search, in the order of its results. */
type Stage = Matched | 'within_key';

/** Master keys that one page compares at most: 27 ms on two busy cores. */
const KEYS_PER_PAGE = 20_000;

interface Found {
  readonly stage: Stage;
  readonly row: Individual;
}

/**
 * People whose id contains the text, by id; then those whose master key starts with it, by master key; then those whose
 * master key contains it elsewhere, by company and master key. The last stage compares a number of keys per page, so a
 * page may have fewer rows than the limit, or none, and a next cursor.
 */
export async function searchPage(
  tx: Tx,
  query: SearchQuery,
  keys = KEYS_PER_PAGE,
): Promise<{ individuals: Individual[]; nextCursor?: string }> {
  const { companies, cursor } = query;
  const { digits, hex } = searchTerms(query.text);
  const from = stageOf(cursor);
  const limit = query.limit + 1;
  const found: Found[] = [];
  const afterIn = (stage: Stage) =>
    cursor === undefined || from !== stage ? undefined : decodePosition(stage, cursor);
  if (from === 'id' && digits !== undefined) {
    const rows = await findByDigits(tx, digits, { companies, after: afterIn('id'), limit });
    found.push(...merged('id', rows, limit));
  }
  if (from !== 'within_key' && hex !== undefined && found.length < limit) {
    const rows = await findByKeyStart(tx, hex, { companies, after: afterIn('master_key'), limit });
    found.push(...merged('master_key', rows, limit));
  }
  let end: Position | undefined;
  if (hex !== undefined && hex.length < KEY_DIGITS && found.length < limit) {
    const window = { companies, after: afterIn('within_key'), limit, keys };
    const within = await findWithinKeys(tx, hex, window);
    found.push(...within.people.map((row) => ({ stage: 'within_key', row }) as const));
    end = within.end && { value: within.end.masterKey, companyId: within.end.companyId, id: 0 };
  }
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  // A person that matches by id is listed only there.
  const isRepeated = ({ stage, row }: Found) =>
    stage !== 'id' && digits !== undefined && String(row.id).includes(digits);
  const individuals = page.filter((one) => !isRepeated(one)).map(({ row }) => row);
  if (found.length > query.limit && last !== undefined)
    return { individuals, nextCursor: encodePosition(last.stage, matchedPosition(last.stage, last.row)) };
  return end === undefined ? { individuals } : { individuals, nextCursor: encodePosition('within_key', end) };
}

function stageOf(cursor: string | undefined): Stage {
  const stages = ['master_key', 'within_key'] as const;
  return stages.find((stage) => cursor?.startsWith(`["${stage}"`)) ?? 'id';
}

/** The first of several companies by the column. */
function merged(stage: Matched, rows: Individual[], limit: number): Found[] {
  const key = (row: Individual) => matchedPosition(stage, row).value;
  return rows
    .sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))) || a.companyId - b.companyId)
    .slice(0, limit)
    .map((row) => ({ stage, row }));
}

function matchedPosition(stage: Stage, row: Individual): Position {
  return { value: stage === 'id' ? row.id : row.masterKey, companyId: row.companyId, id: row.id };
}
