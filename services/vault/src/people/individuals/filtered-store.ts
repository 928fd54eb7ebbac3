import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Individual } from './individual.ts';
import { COLUMNS, type IndividualRow, individualOf } from './individuals-store.ts';
import type { LinkedPeople, PeopleFilter } from './people-filter.ts';

/** Ids of people who may match, ascending. */
export interface Candidates {
  readonly ids: readonly number[];
  /** More may follow after this id. */
  readonly end?: number | undefined;
}

export interface Window {
  readonly companyId: number;
  readonly afterId: number;
  /** Most candidates. */
  readonly limit: number;
}

interface Source {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Entries that are read for further purposes of consents; each is compared with one purpose. */
const OTHER_PURPOSES = 20_000;

/** Look-ups of a page's people in the caller's other companies, which may be thousands. */
const MOST_LOOKUPS = 100_000;

/** People who are looked up in all of the other companies. */
const lookedUp = (limit: number, others: readonly number[]): number =>
  Math.max(1, Math.min(limit, Math.floor(MOST_LOOKUPS / Math.max(1, others.length))));

const people = (where: string) =>
  `SELECT DISTINCT c.individual_id AS id FROM consents c
   WHERE c.company_id = $1::bigint AND ${where} AND c.individual_id > $2::bigint ORDER BY 1 LIMIT $3::integer`;

/** Each is read in the order of an index, from a position and up to a limit. */
export const SOURCES = {
  everybody: `SELECT i.id FROM individuals i WHERE i.company_id = $1::bigint AND i.id > $2::bigint ORDER BY i.id LIMIT $3::integer`,
  purpose: people('c.purpose = $4::text'),
  withdrawn: people('c.is_withdrawal AND c.purpose = $4::text'),
  notice: people('c.notice_version = $4::text'),
  channel: people('c.channel = $4::text'),
  /**
   * The person of the last entry that was read is always a candidate: further entries of theirs may name the purpose,
   * and the next page starts after them.
   */
  alsoFor: `SELECT a.id, a.n = $5::integer AS "isLast" FROM (
      SELECT c.individual_id AS id, $4::text = ANY (c.also_for) AS names, row_number() OVER () AS n
      FROM (SELECT * FROM consents c WHERE c.company_id = $1::bigint AND c.also_for <> '{}' AND c.individual_id > $2::bigint
        ORDER BY c.individual_id LIMIT $5::integer) AS c) AS a
    WHERE a.names OR a.n = $5::integer LIMIT $3::integer`,
  /** $4: the caller's other companies. OFFSET 0: one look-up by key each, not a hash of whole companies. */
  shared: `SELECT w.id, w.is_shared AS "isMatch", w.n = $3::integer AS "isLast" FROM (
      SELECT i.id, row_number() OVER () AS n, EXISTS (SELECT FROM individuals o
        WHERE o.company_id = ANY ($4::bigint[]) AND o.id = i.id AND o.sealed_at IS NULL OFFSET 0) AS is_shared
      FROM (SELECT i.id FROM individuals i
        WHERE i.company_id = $1::bigint AND i.id > $2::bigint ORDER BY i.id LIMIT $3::integer) AS i) AS w
    WHERE w.is_shared OR w.n = $3::integer`,
} as const;

const HELD = `SELECT DISTINCT o.id FROM individuals o
  WHERE o.company_id = ANY ($1::bigint[]) AND o.id = ANY ($2::bigint[]) AND o.sealed_at IS NULL`;

/**
 * Candidates, which include every match, from the most selective index. What is read is bounded; matches are judged by
 * readMatching.
 * @param others the caller's other companies
 */
export async function findCandidates(
  tx: Tx,
  filter: PeopleFilter,
  others: readonly number[],
  window: Window,
): Promise<Candidates> {
  const { afterId } = window;
  if (filter.individualIds.length > 0) {
    const ids = [...new Set(filter.individualIds)].filter((id) => id > afterId).sort((a, b) => a - b);
    return filter.linked === undefined ? { ids } : await linkedOf(tx, ids, filter.linked, others);
  }
  if (filter.linked !== undefined) {
    const { individualIds, untilId } = filter.linked;
    const linked = { ids: individualIds.filter((id) => id > afterId), end: untilId };
    if (others.length === 0) return linked;
    const shared = { ...window, limit: lookedUp(window.limit, others) };
    return union([linked, await read(tx, shared, { text: SOURCES.shared, values: [others] })]);
  }
  const one = (name: keyof typeof SOURCES, value: string) =>
    read(tx, window, { text: SOURCES[name], values: [value] });
  const { consentPurpose, consentState, noticeVersion, channel } = filter;
  if (consentState === 'none' || consentPurpose === undefined) {
    if (noticeVersion !== undefined) return await one('notice', noticeVersion);
    if (channel !== undefined) return await one('channel', channel);
    return await read(tx, window, { text: SOURCES.everybody, values: [] });
  }
  if (consentState === 'withdrawn') return await one('withdrawn', consentPurpose);
  if (noticeVersion !== undefined) return await one('notice', noticeVersion);
  if (channel !== undefined) return await one('channel', channel);
  const alsoFor = { text: SOURCES.alsoFor, values: [consentPurpose, OTHER_PURPOSES] };
  return union([await one('purpose', consentPurpose), await read(tx, window, alsoFor)]);
}

/** Those of the people who are linked, as far as lineage's list goes. */
async function linkedOf(
  tx: Tx,
  ids: readonly number[],
  { individualIds, untilId }: LinkedPeople,
  others: readonly number[],
): Promise<Candidates> {
  const judged = ids.slice(0, lookedUp(ids.length, others));
  const rows = others.length === 0 ? [] : await tx.query<{ id: number }>(HELD, [others, judged]);
  const linked = new Set([...individualIds, ...rows.map(({ id }) => id)]);
  const end = Math.min(untilId ?? Infinity, judged.length < ids.length ? (judged.at(-1) ?? 0) : Infinity);
  const found = judged.filter((id) => linked.has(id) && id <= end);
  return end < (ids.at(-1) ?? 0) ? { ids: found, end } : { ids: found };
}

async function read(tx: Tx, { companyId, afterId, limit }: Window, source: Source): Promise<Candidates> {
  const rows = await tx.query<{ id: number; isMatch?: boolean; isLast?: boolean }>(source.text, [
    ...[companyId, afterId, limit],
    ...source.values,
  ]);
  const last = rows.at(-1);
  const hasMore = last !== undefined && (last.isLast === true || rows.length === limit);
  const ids = new Set(rows.filter(({ isMatch }) => isMatch !== false).map(({ id }) => id));
  return { ids: [...ids], ...(hasMore ? { end: last.id } : {}) };
}

/** Candidates of either, as far as both were read. */
export function union(parts: readonly Candidates[]): Candidates {
  const ends = parts.flatMap(({ end }) => (end === undefined ? [] : [end]));
  const end = ends.length === 0 ? undefined : Math.min(...ends);
  const ids = [...new Set(parts.flatMap(({ ids }) => ids))].sort((a, b) => a - b);
  return end === undefined ? { ids } : { ids: ids.filter((id) => id <= end), end };
}

/** Those of the people who match by their own row and by their consents, except for what these cover. */
export async function readMatching(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  filter: PeopleFilter & { readonly quality?: readonly [number, number] | undefined },
): Promise<Individual[]> {
  const { text, values } = matchingStatement(companyId, ids, filter);
  return (await tx.query<IndividualRow>(text, values)).map(individualOf).sort((a, b) => a.id - b.id);
}

export function matchingStatement(
  companyId: number,
  ids: readonly number[],
  filter: Parameters<typeof readMatching>[3],
): { text: string; values: unknown[] } {
  const values: unknown[] = [companyId, ids];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const own = ['i.company_id = $1::bigint', 'i.id = f.id', 'i.sealed_at IS NULL'];
  const { quality, updatedFrom, updatedUntil, consentPurpose, consentState, noticeVersion, channel } = filter;
  if (quality !== undefined)
    own.push(
      `i.quality BETWEEN ${parameter(quality[0], 'smallint')} AND ${parameter(quality[1], 'smallint')}`,
    );
  if (updatedFrom !== undefined) own.push(`i.updated_at >= ${parameter(updatedFrom, 'timestamptz')}`);
  if (updatedUntil !== undefined) own.push(`i.updated_at < ${parameter(updatedUntil, 'timestamptz')}`);
  // OFFSET 0: one look-up by key per person, whatever the planner thinks of the tables' sizes.
  const entry = (conditions: readonly string[]) =>
    `EXISTS (SELECT FROM consents c WHERE c.company_id = $1::bigint AND c.individual_id = f.id
      AND ${conditions.join(' AND ')} OFFSET 0)`;
  const consents: string[] = [];
  const given: string[] = [];
  if (consentPurpose !== undefined) {
    const purpose = parameter(consentPurpose, 'text');
    const names = `(c.purpose = ${purpose} OR ${purpose} = ANY (c.also_for))`;
    const withdrawal = entry(['c.is_withdrawal', `c.purpose = ${purpose}`]);
    if (consentState === 'none') consents.push(`NOT ${entry([names])}`);
    else consents.push(entry([names]));
    if (consentState === 'withdrawn') consents.push(withdrawal);
    if (consentState === 'expired') consents.push(`NOT ${withdrawal}`);
    if (consentState !== 'none') given.push(names);
  }
  if (noticeVersion !== undefined || channel !== undefined) {
    if (noticeVersion !== undefined) given.push(`c.notice_version = ${parameter(noticeVersion, 'text')}`);
    if (channel !== undefined) given.push(`c.channel = ${parameter(channel, 'text')}`);
    consents.push(entry(['NOT c.is_withdrawal', ...given]));
  }
  return {
    text: `SELECT i.* FROM unnest($2::bigint[]) AS f(id) CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM individuals i WHERE ${own.join(' AND ')} OFFSET 0) AS i
      ${consents.length === 0 ? '' : `WHERE ${consents.join(' AND ')}`}`,
    values,
  };
}
