import { uuidTextArray } from '../postgres/binary-array.ts';
import type { Tx } from '../postgres/database.ts';
import type { BusMessage } from './bus.ts';

/** Records messages as received and returns the new ones, in their order. */
export async function receive(
  tx: Tx,
  consumer: string,
  messages: readonly BusMessage[],
): Promise<BusMessage[]> {
  const rows = await tx.query<{ event_id: string }>({
    name: 'inbox_receive',
    text: `INSERT INTO inbox (consumer, event_id)
     SELECT $1::text, m.event_id FROM unnest($2::uuid[]) AS m(event_id)
     ON CONFLICT DO NOTHING RETURNING event_id`,
    values: [consumer, uuidTextArray(messages.map((message) => message.eventId))],
  });
  const fresh = new Set(rows.map((row) => row.event_id));
  // delete() also drops a second copy within the batch.
  return messages.filter((message) => fresh.delete(message.eventId));
}

/** Deletes receipts older than `ageMs`, which must exceed the bus's retention; returns their number. */
export async function purgeInbox(tx: Tx, ageMs: number): Promise<number> {
  const [row] = await tx.query<{ deleted: number }>(
    `WITH gone AS (DELETE FROM inbox WHERE received_at < now() - $1::bigint * interval '1 millisecond' RETURNING 1)
     SELECT count(*) AS deleted FROM gone`,
    [ageMs],
  );
  return row?.deleted ?? 0;
}
