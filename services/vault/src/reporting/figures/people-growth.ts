import type { Tx } from '@pii-vault/platform/postgres/database';

/** Changes of one day; each company counts its own days. */
export interface GrowthDay {
  /** ISO date. */
  readonly day: string;
  readonly added: number;
  readonly erased: number;
  /** At the end of the day. */
  readonly individuals: number;
}

/**
 * $1 companies, $2 days, $3 the zone whose today is the last day. One row per day, ascending; all parts are of one
 * snapshot.
 */
export const GROWTH_QUERY = `WITH changed AS (
    SELECT day, added, removed FROM people_days
    WHERE company_id = ANY ($1::bigint[]) AND day > (now() AT TIME ZONE $3::text)::date - $2::integer
    UNION ALL
    SELECT day, added, removed FROM people_changes WHERE company_id = ANY ($1::bigint[])
  ), held AS (
    SELECT coalesce((SELECT sum(individuals) FROM people_totals WHERE company_id = ANY ($1::bigint[])), 0)
      + coalesce((SELECT sum(added - removed) FROM people_changes WHERE company_id = ANY ($1::bigint[])), 0) AS individuals
  )
  SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(sum(c.added), 0)::bigint AS added,
    coalesce(sum(c.removed), 0)::bigint AS erased, (SELECT individuals FROM held)::bigint AS held
  FROM generate_series(1, $2::integer) AS n
  CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE $3::text)::date - $2::integer + n AS day) AS d
  LEFT JOIN changed c ON c.day = d.day
  GROUP BY d.day ORDER BY d.day`;

/** The last `days` days up to today in `zone`, summed over the companies. */
export async function readGrowth(
  tx: Tx,
  companies: readonly number[],
  days: number,
  zone: string,
): Promise<GrowthDay[]> {
  const rows = await tx.query<{ day: string; added: number; erased: number; held: number }>(GROWTH_QUERY, [
    companies,
    days,
    zone,
  ]);
  let individuals = rows[0]?.held ?? 0;
  return rows
    .toReversed()
    .map(({ day, added, erased }) => {
      const atEnd = individuals;
      individuals -= added - erased;
      return { day, added, erased, individuals: atEnd };
    })
    .toReversed();
}
