import { int8Array } from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';

export interface QueuedRecord {
  readonly companyId: number;
  readonly individualId: number;
  readonly version: number;
}

/** Number of new people of a company from which they are queued together, and the largest number per row. */
const [FEWEST_TOGETHER, MOST_TOGETHER] = [20, 200];
const FIRST_VERSION = 1;

/**
 * Queues people for matching: new people of one event in one row, changed people in a row each. The newest of several
 * changes counts.
 */
export async function enqueueChanged(
  tx: Tx,
  people: readonly QueuedRecord[],
  fewestTogether = FEWEST_TOGETHER,
): Promise<void> {
  const newest = newestOf(people);
  const changed = newest.filter(({ version }) => version !== FIRST_VERSION);
  const alone: QueuedRecord[] = [];
  const created = newest.filter(({ version }) => version === FIRST_VERSION);
  for (const [companyId, some] of Map.groupBy(created, (one) => one.companyId))
    if (some.length < fewestTogether) alone.push(...some);
    else await enqueueArrivals(tx, companyId, some);
  await leaveArrivals(tx, changed);
  await enqueueRecords(tx, [...changed, ...alone]);
}

/**
 * Queues erased people and writes tombstones: features that arrive after an erasure are not stored (records-store.ts).
 */
export async function enqueueErased(tx: Tx, people: readonly QueuedRecord[]): Promise<void> {
  await tx.query(
    `INSERT INTO erased_individuals (company_id, individual_id)
     SELECT DISTINCT company_id, individual_id FROM unnest($1::bigint[], $2::bigint[]) AS e(company_id, individual_id)
     ON CONFLICT DO NOTHING`,
    namesOf(people),
  );
  await leaveArrivals(tx, people);
  await enqueueRecords(tx, people);
}

function newestOf(people: readonly QueuedRecord[]): QueuedRecord[] {
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

/** Removes changed people from their rows of arrivals. */
async function leaveArrivals(tx: Tx, people: readonly QueuedRecord[]): Promise<void> {
  if (people.length === 0) return;
  await tx.query({
    name: 'match_arrivals_leave',
    text: 'SELECT leave_arrivals($1::bigint[], $2::bigint[])',
    values: namesOf(people),
  });
}

/** Queues records one by one, in the order in which claims lock them. */
export async function enqueueRecords(tx: Tx, records: readonly QueuedRecord[]): Promise<void> {
  if (records.length === 0) return;
  await tx.query({
    name: 'match_queue_add',
    text: `INSERT INTO match_queue (company_id, individual_id, version)
      SELECT company_id, individual_id, max(version)
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS r(company_id, individual_id, version)
      GROUP BY company_id, individual_id ORDER BY company_id, individual_id
      ON CONFLICT (company_id, individual_id) DO UPDATE
        SET version = greatest(match_queue.version, excluded.version)`,
    values: [...namesOf(records), int8Array(records.map((record) => record.version))],
  });
}

const namesOf = (people: readonly QueuedRecord[]): Buffer[] => [
  int8Array(people.map(({ companyId }) => companyId)),
  int8Array(people.map(({ individualId }) => individualId)),
];
