import type { Tx } from '@pii-vault/platform/postgres/database';
import type { AccessSum } from './access-sums.ts';
import { ALL_COMPANIES, noteLateEntries } from './sum-weeks.ts';

/** Adds sums to the counters; the caller holds the appender's lock. */
export async function addAccesses(tx: Tx, sums: readonly AccessSum[]): Promise<void> {
  if (sums.length === 0) return;
  await tx.query({
    name: 'access_days_add',
    text: `INSERT INTO access_days AS a (company_id, kind, day, key, entries)
      SELECT * FROM unnest($1::bigint[], $2::text[], $3::date[], $4::text[], $5::bigint[])
      ON CONFLICT (company_id, kind, day, key) DO UPDATE SET entries = a.entries + excluded.entries`,
    values: [
      sums.map((sum) => sum.companyId),
      sums.map((sum) => sum.kind),
      sums.map((sum) => sum.day),
      sums.map((sum) => sum.key),
      sums.map((sum) => sum.entries),
    ],
  });
  await noteLateEntries(
    tx,
    sums.map((sum) => sum.day),
    new Date(),
  );
}

export interface AccessFigures {
  readonly byAction: ReadonlyArray<readonly [action: string, entries: number]>;
  /** 24 counts. */
  readonly byHour: readonly number[];
  readonly byActor: ReadonlyArray<readonly [actor: string, entries: number]>;
  /** By ISO date, ascending; one per day. */
  readonly byDay: ReadonlyArray<readonly [day: string, entries: number]>;
  /** 168 counts from Monday 00:00 in the zones of the companies. */
  readonly byWeekdayHour: readonly number[];
  /** Most people first; the key is that of AccessSum. */
  readonly reveals: ReadonlyArray<readonly [key: string, people: number]>;
}

/** Companies that have an entry, when the caller may see all of them. */
/** Companies by id, or all of them. */
type FigureScope = { readonly companies: readonly number[] } | 'all';

const companies = (scope: FigureScope) =>
  scope === 'all' ? 'company_heads AS c' : 'unnest($3::bigint[]) AS c(company_id)';
/** The companies whose weekly sums are read. */
const companiesOfWeeks = (scope: FigureScope) =>
  scope === 'all' ? `(VALUES (${ALL_COMPANIES}::bigint)) AS c(company_id)` : companies(scope);

/** Summed weeks within the last $1 days, and the ranges of days between them. */
const WEEKS = `WITH asked AS (
    SELECT (now() AT TIME ZONE $2::text)::date - $1::integer + n AS day FROM generate_series(1, $1::integer) AS n
  ), weeks AS MATERIALIZED (
    SELECT w.week FROM access_weeks_summed w WHERE NOT w.is_stale AND w.week >= (SELECT min(day) FROM asked)
  ), stretches AS MATERIALIZED (
    SELECT min(day) AS first, max(day) AS last FROM (
      SELECT day, day - (row_number() OVER (ORDER BY day))::integer AS stretch FROM asked
      WHERE date_trunc('week', day::timestamp)::date NOT IN (SELECT week FROM weeks)) AS d
    GROUP BY stretch
  )`;

/**
 * Sums of kinds `k`, from ranges of days and from weeks. `ofDays`: expressions for columns kind and key of a day's
 * sums.
 */
const sums = (scope: FigureScope, kinds: string, ofDays: string) => `
    SELECT a.kind, a.key, a.entries FROM ${companiesOfWeeks(scope)} CROSS JOIN ${kinds} CROSS JOIN weeks w CROSS JOIN LATERAL (
      SELECT * FROM access_weeks s WHERE s.company_id = c.company_id AND s.kind = k.of_weeks AND s.week = w.week OFFSET 0) AS a
    UNION ALL
    SELECT ${ofDays}, a.entries FROM ${companies(scope)} CROSS JOIN ${kinds} CROSS JOIN stretches t CROSS JOIN LATERAL (
      SELECT * FROM access_days s WHERE s.company_id = c.company_id AND s.kind = k.of_days AND s.day >= t.first
        AND s.day <= t.last OFFSET 0) AS a`;

/** $1: number of days; $2: zone whose today is the last day; $3: list of companies, if there is one. */
export function accessStatement(scope: FigureScope): string {
  const kinds = `(SELECT kind AS of_weeks, kind AS of_days FROM unnest('{action,hour,actor,reveal}'::text[]) AS kind) AS k`;
  return `${WEEKS}
  SELECT kind, key, sum(entries)::bigint AS entries FROM (${sums(scope, kinds, 'a.kind, a.key')}) AS s
  GROUP BY kind, key ORDER BY entries DESC, key`;
}

export function dayStatement(scope: FigureScope): string {
  const kinds = `(VALUES ('day', 'action')) AS k(of_weeks, of_days)`;
  const ofDays = `k.of_weeks, to_char(a.day, 'YYYY-MM-DD')`;
  return `${WEEKS}
  SELECT to_char(n.day, 'YYYY-MM-DD') AS day, coalesce(sum(s.entries), 0)::bigint AS entries
  FROM asked n LEFT JOIN (${sums(scope, kinds, ofDays)}) AS s ON s.key = to_char(n.day, 'YYYY-MM-DD')
  GROUP BY n.day ORDER BY n.day`;
}

/** Entries by ISO weekday and hour of the companies' days. */
export function weekHourStatement(scope: FigureScope): string {
  const kinds = `(VALUES ('weekhour', 'hour')) AS k(of_weeks, of_days)`;
  const ofDays = `k.of_weeks, extract(isodow FROM a.day)::integer || ':' || a.key`;
  return `${WEEKS}
  SELECT key, sum(entries)::bigint AS entries FROM (${sums(scope, kinds, ofDays)}) AS s(kind, key, entries) GROUP BY key`;
}

/** Over the last `days` days, today in `zone` last. */
export async function readAccesses(
  tx: Tx,
  scope: FigureScope,
  days: number,
  zone: string,
): Promise<AccessFigures> {
  const values = scope === 'all' ? [days, zone] : [days, zone, scope.companies];
  const rows = await tx.query<{ kind: string; key: string; entries: number }>(accessStatement(scope), values);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const pairs = (kind: string) => of(kind).map(({ key, entries }) => [key, entries] as const);
  const hours = new Map(pairs('hour'));
  const daily = await tx.query<{ day: string; entries: number }>(dayStatement(scope), values);
  const weekHours = await tx.query<{ key: string; entries: number }>(weekHourStatement(scope), values);
  const entriesAt = new Map(weekHours.map(({ key, entries }) => [key, entries]));
  return {
    byAction: pairs('action'),
    byHour: Array.from({ length: 24 }, (_, hour) => hours.get(String(hour)) ?? 0),
    byActor: pairs('actor'),
    byDay: daily.map(({ day, entries }) => [day, entries] as const),
    byWeekdayHour: Array.from(
      { length: 7 * 24 },
      (_, at) => entriesAt.get(`${1 + Math.floor(at / 24)}:${at % 24}`) ?? 0,
    ),
    reveals: pairs('reveal'),
  };
}
