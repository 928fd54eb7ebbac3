import type { Tx } from './database.ts';
import type { OutboxMessage } from './outbox-message.ts';

const INSERT = {
  name: 'outbox_insert',
  text: `INSERT INTO outbox (topic, key, company_id, payload)
    SELECT m.topic, m.key, m.company_id, m.payload
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[])
      WITH ORDINALITY AS m(topic, key, company_id, payload, ord)
    ORDER BY m.ord`,
};

/** Inserts events in the given order, in one statement. */
export async function insertOutbox(tx: Pick<Tx, 'query'>, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.query({
    ...INSERT,
    values: [
      messages.map((message) => message.topic),
      messages.map((message) => message.key),
      messages.map((message) => message.companyId),
      messages.map((message) => Buffer.from(message.payload)),
    ],
  });
}
