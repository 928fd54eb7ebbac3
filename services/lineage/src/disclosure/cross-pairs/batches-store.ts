import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Disclosure } from './disclosure.ts';

/** An agreement, and the delay of its pairs in minutes. */
export interface AgreementDelay {
  readonly agreementId: number;
  readonly minutes: number;
}

/** Jitter of a batch: up to a quarter of the delay, earlier or later. */
const JITTER = 0.5;
const MINUTE_MS = 60_000;

/** Due by any clock, also by one that was ahead when the time was set and has been corrected since. */
export const AT_ONCE = '-infinity';
export type Instant = Date | typeof AT_ONCE;

/**
 * For each agreement the time at which pairs found now are shown, or lost ones removed: that of the open batch, or of a
 * new one; AT_ONCE without a delay. Call it under the lock of the scope, so that an agreement has one open batch.
 */
export async function batchInstants(
  tx: Tx,
  { now, jitter }: Disclosure,
  delays: readonly AgreementDelay[],
): Promise<Map<number, Instant>> {
  const at = now();
  const instants = new Map<number, Instant>();
  for (const { agreementId, minutes } of new Map(delays.map((one) => [one.agreementId, one])).values()) {
    const opens = at.getTime() + minutes * MINUTE_MS * (1 - JITTER / 2 + JITTER * jitter());
    instants.set(
      agreementId,
      minutes === 0 ? AT_ONCE : await openBatch(tx, agreementId, at, new Date(opens)),
    );
  }
  return instants;
}

async function openBatch(tx: Tx, agreementId: number, now: Date, otherwise: Date): Promise<Date> {
  const [row] = await tx.query<{ at: Date }>(
    `WITH open AS (SELECT min(discloses_at) AS at FROM disclosure_batches
        WHERE agreement_id = $1 AND discloses_at > $2::timestamptz),
      made AS (INSERT INTO disclosure_batches (agreement_id, discloses_at)
        SELECT $1, $3::timestamptz FROM open WHERE open.at IS NULL RETURNING discloses_at)
     SELECT coalesce(open.at, $3::timestamptz) AS at FROM open LEFT JOIN made ON true`,
    [agreementId, now, otherwise],
  );
  return row?.at ?? otherwise;
}

/** Delays of these agreements in minutes; for an unknown agreement the default of agreement_scopes. */
export async function delaysOf(tx: Tx, agreementIds: readonly number[]): Promise<AgreementDelay[]> {
  return await tx.query<AgreementDelay>(
    `SELECT i.id AS "agreementId", coalesce(max(s.disclosure_minutes), 15) AS minutes
     FROM unnest($1::bigint[]) AS i(id) LEFT JOIN agreement_scopes s ON s.agreement_id = i.id GROUP BY i.id`,
    [[...new Set(agreementIds)]],
  );
}
