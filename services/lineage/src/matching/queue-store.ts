import { int8Array } from '@pii-vault/platform/db/binary-array';
import type { Tx } from '@pii-vault/platform/db/database';

export interface QueuedRecord {
  readonly companyId: number;
  readonly individualId: number;
  readonly version: number;
}

/** From so many people of a company on those who are new wait together, in rows of so many at most. */
const [FEWEST_TOGETHER, MOST_TOGETHER] = [20, 200];
const FIRST_VERSION = 1;

/**
 * Queues people for matching: who is new waits with those who came at the same time, whoever has changed alone, and of
 * several changes the newest counts.
 */
export async function enqueueChanged(
  tx: Tx,
  people: readonly QueuedRecord[],
  fewestTogether = FEWEST_TOGETHER,
): Promise<void> {
  const newest = newestOf(people);
  const changed: QueuedRecord[] = newest.filter(({ version }) => version !== FIRST_VERSION);
  const created = newest.filter(({ version }) => version === FIRST_VERSION);
  for (const [companyId, some] of Map.groupBy(created, (one) => one.companyId))
    if (some.length < fewestTogether) changed.push(...some);
    else await enqueueArrivals(tx, companyId, some);
  await enqueueRecords(tx, changed);
}

function newestOf(people: readonly QueuedRecord[]): readonly QueuedRecord[] {
  // Nearly always everybody is named once.
  if (people.every(({ version }) => version === FIRST_VERSION)) return people;
  const newest = new Map<string, QueuedRecord>();
  for (const one of people) {
    const name = `${one.companyId}:${one.individualId}`;
    if (one.version >= (newest.get(name)?.version ?? 0)) newest.set(name, one);
  }
  return [...newest.values()];
}

async function enqueueArrivals(tx: Tx, companyId: number, people: readonly QueuedRecord[]): Promise<void> {
  for (let from = 0; from < people.length; from += MOST_TOGETHER)
    await tx.query({
      name: 'match_arrivals_add',
      text: 'INSERT INTO match_arrivals (company_id, individual_ids) VALUES ($1::bigint, $2::bigint[])',
      values: [
        companyId,
        int8Array(people.slice(from, from + MOST_TOGETHER).map(({ individualId }) => individualId)),
      ],
    });
}

/** Queues records one by one, in the order in which claims lock them; who changed arrives with nobody any more. */
export async function enqueueRecords(tx: Tx, records: readonly QueuedRecord[]): Promise<void> {
  if (records.length === 0) return;
  const companies = int8Array(records.map((record) => record.companyId));
  const individuals = int8Array(records.map((record) => record.individualId));
  if (records.some(({ version }) => version !== FIRST_VERSION))
    await tx.query({
      name: 'match_arrivals_leave',
      text: 'SELECT leave_arrivals($1::bigint[], $2::bigint[])',
      values: [companies, individuals],
    });
  await tx.query({
    name: 'match_queue_add',
    text: `INSERT INTO match_queue (company_id, individual_id, version)
      SELECT company_id, individual_id, max(version)
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS r(company_id, individual_id, version)
      GROUP BY company_id, individual_id ORDER BY company_id, individual_id
      ON CONFLICT (company_id, individual_id) DO UPDATE
        SET version = greatest(match_queue.version, excluded.version)`,
    values: [companies, individuals, int8Array(records.map((record) => record.version))],
  });
}

/** Sets tombstones: features that come after an erasure are not kept (records-store.ts). */
export async function noteErased(tx: Tx, records: readonly QueuedRecord[]): Promise<void> {
  await tx.query(
    `INSERT INTO erased_individuals (company_id, individual_id)
     SELECT DISTINCT company_id, individual_id FROM unnest($1::bigint[], $2::bigint[]) AS e(company_id, individual_id)
     ON CONFLICT DO NOTHING`,
    [records.map((record) => record.companyId), records.map((record) => record.individualId)],
  );
}
