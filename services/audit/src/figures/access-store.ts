import type { Tx } from '@pii-vault/platform/db/database';
import type { PageScope } from '../trail/page-query.ts';
import type { AccessSum } from './access-sums.ts';

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
}

export interface AccessFigures {
  readonly byAction: ReadonlyArray<readonly [action: string, entries: number]>;
  /** 24 counts. */
  readonly byHour: readonly number[];
  readonly byActor: ReadonlyArray<readonly [actor: string, entries: number]>;
  /** By ISO date, ascending; one per day. */
  readonly byDay: ReadonlyArray<readonly [day: string, entries: number]>;
}

/** Companies that have an entry, for who may see all of them. */
const companies = (scope: PageScope) =>
  scope === 'all' ? 'company_heads AS c' : 'unnest($2::bigint[]) AS c(company_id)';

/** $1 days; with a list of companies $2. */
export function accessStatement(scope: PageScope): string {
  return `SELECT d.kind, d.key, sum(d.entries)::bigint AS entries FROM ${companies(scope)}
    CROSS JOIN unnest('{action,hour,actor}'::text[]) AS k(kind)
    CROSS JOIN LATERAL (
      SELECT a.kind, a.key, a.entries FROM access_days a WHERE a.company_id = c.company_id AND a.kind = k.kind
        AND a.day > (now() AT TIME ZONE 'UTC')::date - $1::integer OFFSET 0) AS d
    GROUP BY d.kind, d.key ORDER BY entries DESC, d.key`;
}

export function dayStatement(scope: PageScope): string {
  return `SELECT to_char(n.day, 'YYYY-MM-DD') AS day, coalesce(sum(d.entries), 0)::bigint AS entries
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date - $1::integer + i AS day FROM generate_series(1, $1::integer) AS i) AS n
    LEFT JOIN (SELECT s.* FROM ${companies(scope)} CROSS JOIN LATERAL (
      SELECT a.day, a.entries FROM access_days a WHERE a.company_id = c.company_id AND a.kind = 'hour'
        AND a.day > (now() AT TIME ZONE 'UTC')::date - $1::integer OFFSET 0) AS s) AS d ON d.day = n.day
    GROUP BY n.day ORDER BY n.day`;
}

/** Over the last `days` UTC days, today last. */
export async function readAccesses(tx: Tx, scope: PageScope, days: number): Promise<AccessFigures> {
  const values = scope === 'all' ? [days] : [days, scope.companies];
  const rows = await tx.query<{ kind: string; key: string; entries: number }>(accessStatement(scope), values);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const pairs = (kind: string) => of(kind).map(({ key, entries }) => [key, entries] as const);
  const hours = new Map(pairs('hour'));
  const daily = await tx.query<{ day: string; entries: number }>(dayStatement(scope), values);
  return {
    byAction: pairs('action'),
    byHour: Array.from({ length: 24 }, (_, hour) => hours.get(String(hour)) ?? 0),
    byActor: pairs('actor'),
    byDay: daily.map(({ day, entries }) => [day, entries] as const),
  };
}
