import type { Tx } from '@pii-vault/platform/postgres/database';
import { noteProbes, type Spender, usedByHour } from '../probes/probes-store.ts';
import { type CrossPairRow, PAIR_COLUMNS, pairFromRow, pairKeys } from './cross-pairs-store.ts';
import type { Budgets } from './disclosure.ts';
import { hoursOfBulk } from './hours-of-bulk.ts';
import { probeOf } from './probe-of.ts';

const HOUR_MS = 3_600_000;

interface Release {
  readonly at: Date;
  readonly budgets: Pick<Budgets, 'linksPerHour' | 'weakPairHours'>;
}

/**
 * Spreads a credential's held-back pairs and kept edges over the hours after `at`, after those of earlier releases. A
 * pair is charged to the hour in which it is shown, so no new pair exceeds that hour's budget.
 */
export async function releaseHeld(tx: Tx, writer: Spender, release: Release): Promise<void> {
  await releasePairs(tx, writer, release);
  await releaseRetirements(tx, writer, release);
}

async function releasePairs(tx: Tx, writer: Spender, { at, budgets }: Release): Promise<void> {
  const { linksPerHour, weakPairHours } = budgets;
  const rows = await tx.query<CrossPairRow & { is_weak: boolean }>(
    `SELECT ${PAIR_COLUMNS}, NOT p.matching_fields && ARRAY['aadhaar', 'pan'] AS is_weak FROM cross_pairs p
     WHERE p.charged_company_id = $1 AND p.credential = $2 AND p.edge_id IS NULL AND p.disclose_at = 'infinity'
     ORDER BY p.lo_individual_id, p.hi_individual_id, p.scope FOR UPDATE`,
    [writer.companyId, writer.credential],
  );
  if (rows.length === 0) return;
  const used = await usedByHour(tx, 'link', writer, at);
  // The hour that ends now counts as used.
  const hours = hoursOfBulk(new Map([...used, [0, linksPerHour]]), rows.length, linksPerHour);
  const placed = rows.map((row, n) => ({
    pair: pairFromRow(row),
    wait: (hours[n] ?? 0) + (row.is_weak ? weakPairHours : 0),
  }));
  for (const [wait, some] of Map.groupBy(placed, (one) => one.wait)) {
    const pairs = some.map(({ pair }) => pair);
    const shown = new Date(at.getTime() + wait * HOUR_MS);
    await tx.query(
      `UPDATE cross_pairs p SET disclose_at = $6::timestamptz
       WHERE (p.scope, p.lo_company_id, p.lo_individual_id, p.hi_company_id, p.hi_individual_id)
         IN (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]))`,
      [...pairKeys(pairs), shown],
    );
    const probes = pairs.map((pair) => probeOf(pair, writer));
    await noteProbes(tx, 'link', probes, shown);
  }
}

async function releaseRetirements(
  tx: Tx,
  { companyId, credential }: Spender,
  { at, budgets: { linksPerHour } }: Release,
): Promise<void> {
  await tx.query(
    `UPDATE cross_pairs p SET retire_at = h.first + (1 + h.place / $4::int) * interval '1 hour'
     FROM (SELECT c.edge_id, row_number() OVER (ORDER BY c.edge_id) - 1 AS place,
         greatest($3::timestamptz, (SELECT max(b.retire_at) FROM cross_pairs b WHERE b.retire_company_id = $1
           AND b.retire_credential = $2 AND b.retire_at < 'infinity')) AS first
       FROM cross_pairs c
       WHERE c.retire_company_id = $1 AND c.retire_credential = $2 AND c.retire_at = 'infinity') AS h
     WHERE p.edge_id = h.edge_id`,
    [companyId, credential, at, linksPerHour],
  );
}
