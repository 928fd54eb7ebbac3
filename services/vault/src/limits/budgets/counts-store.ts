import type { Tx } from '@pii-vault/platform/postgres/database';
import { BUDGETS, type Meter, type MeterState } from './meters.ts';
import type { Subject } from './subject.ts';

/** A user's counts of a company and day. */
export interface Account {
  readonly companyId: number;
  /** ISO date, see budget-period.ts. */
  readonly day: string;
  /** When these counts end. */
  readonly endsAt: Date;
  readonly subject: Subject;
}

export interface Spent {
  /** Amounts reserved per meter: nothing, or at least the need of each. */
  readonly granted: number;
  /** Counts after it, in the order of the meters. */
  readonly meters: readonly (MeterState & { readonly warns: boolean })[];
}

/** Reserves `need`, and up to `spare` more, of all meters or of none, in one statement. */
export async function spend(
  tx: Tx,
  account: Account,
  meters: readonly Meter[],
  amount: { readonly need: number; readonly spare: number },
): Promise<Spent> {
  const rows = await tx.query<{ amount: number; granted: number; warns: boolean }>({
    name: 'spend_budget',
    text: `SELECT * FROM spend_budget($1::bigint, $2::date, $3::bigint, $4::smallint, $5::smallint[], $6::text[],
      $7::bigint[], $8::bigint, $9::bigint)`,
    values: [
      ...keysOf(account),
      ...columnsOf(meters),
      meters.map(({ limit }) => limit),
      amount.need,
      amount.spare,
    ],
  });
  const granted = rows[0]?.granted ?? 0;
  return {
    granted,
    meters: meters.map((meter, n) => ({
      ...meter,
      used: (rows[n]?.amount ?? 0) + granted,
      warns: rows[n]?.warns ?? false,
    })),
  };
}

/**
 * Locks the rows of the meters by kind and purpose, as spend_budget does, so that transactions do not deadlock. m.n is
 * the index of a meter in the parameters. Rows keep the names of their columns in `l`.
 */
const LOCKED = `WITH l AS MATERIALIZED (
  SELECT c.kind, c.purpose, m.n FROM budget_counts c
  JOIN unnest($5::smallint[], $6::text[]) WITH ORDINALITY AS m(kind, purpose, n) USING (kind, purpose)
  WHERE c.company_id = $1::bigint AND c.day = $2::date AND c.user_id = $3::bigint AND c.channel = $4::smallint
  ORDER BY c.kind, c.purpose FOR UPDATE OF c)`;
const IS_LOCKED = `c.company_id = $1::bigint AND c.day = $2::date AND c.user_id = $3::bigint AND c.channel = $4::smallint
  AND c.kind = l.kind AND c.purpose = l.purpose`;

/** Counts a refusal of each meter. @returns the meters refused for the first time on that day */
export async function enterRefusal(
  tx: Tx,
  account: Account,
  meters: readonly MeterState[],
): Promise<MeterState[]> {
  const rows = await tx.query<{ n: number }>(
    `${LOCKED}
     UPDATE budget_counts c SET refused = c.refused + 1, last_refused_at = now(), client_id = $7::text,
       first_refused_at = coalesce(c.first_refused_at, now())
     FROM l WHERE ${IS_LOCKED}
     RETURNING CASE c.refused WHEN 1 THEN l.n::integer ELSE 0 END AS n`,
    [...keysOf(account), ...columnsOf(meters), account.subject.clientId],
  );
  return rows.flatMap(({ n }) => meters[n - 1] ?? []);
}

/** Returns unused reservations. */
export async function giveBack(
  tx: Tx,
  account: Account,
  meters: readonly Meter[],
  people: number,
): Promise<void> {
  await tx.query(
    `${LOCKED}
     UPDATE budget_counts c SET amount = greatest(0, c.amount - $7::bigint) FROM l WHERE ${IS_LOCKED}`,
    [...keysOf(account), ...columnsOf(meters), people],
  );
}

/** Used amounts of the meters, without a reservation. */
export async function readUsed(tx: Tx, account: Account, meters: readonly Meter[]): Promise<MeterState[]> {
  const rows = await tx.query<{ n: number; amount: number }>(
    `SELECT m.n::integer AS n, c.amount FROM unnest($5::smallint[], $6::text[]) WITH ORDINALITY AS m(kind, purpose, n)
     JOIN budget_counts c ON c.company_id = $1::bigint AND c.day = $2::date AND c.user_id = $3::bigint
       AND c.channel = $4::smallint AND c.kind = m.kind AND c.purpose = m.purpose`,
    [...keysOf(account), ...columnsOf(meters)],
  );
  const used = new Map(rows.map(({ n, amount }) => [n, amount]));
  return meters.map((meter, n) => ({ ...meter, used: used.get(n + 1) ?? 0 }));
}

function keysOf({ companyId, day, subject }: Account): unknown[] {
  return [companyId, day, subject.userId, subject.channel];
}

function columnsOf(meters: readonly Meter[]): unknown[] {
  return [meters.map(({ budget }) => BUDGETS[budget]), meters.map(({ purpose }) => purpose)];
}
