import type { Tx } from '@pii-vault/platform/postgres/database';
import type { WebhookEvent } from '../webhook.ts';
import { bodyOf, type Item, MAX_ITEMS } from './delivery.ts';

/** A webhook that receives an event. */
export interface Listener {
  readonly companyId: number;
  readonly webhookId: number;
}

/** Maximum number of waiting messages per webhook; further ones are dead at once and can be replayed. */
export const MAX_WAITING = 10_000;

/** Inserts the messages of an event for every active webhook of its company that subscribes to it. System role. */
export async function queueForListeners(
  tx: Tx,
  event: WebhookEvent,
  itemsByCompany: ReadonlyMap<number, readonly Item[]>,
): Promise<number> {
  const listeners = await tx.query<Listener>(
    `SELECT company_id AS "companyId", id AS "webhookId" FROM webhooks
     WHERE company_id = ANY ($1::bigint[]) AND status = 'active' AND $2::text = ANY (events) ORDER BY id`,
    [[...itemsByCompany.keys()], event],
  );
  return await queueDeliveries(tx, event, listeners, itemsByCompany);
}

/** The same for known webhooks. @returns the number of messages inserted */
export async function queueDeliveries(
  tx: Tx,
  event: WebhookEvent,
  listeners: readonly Listener[],
  itemsByCompany: ReadonlyMap<number, readonly Item[]>,
): Promise<number> {
  const at = new Date();
  const bodies = new Map(
    [...itemsByCompany].map(([companyId, items]) => [companyId, messagesOf(event, companyId, items, at)]),
  );
  const rows = listeners.flatMap((to) => (bodies.get(to.companyId) ?? []).map((one) => ({ ...to, ...one })));
  if (rows.length === 0) return 0;
  await tx.query(
    `INSERT INTO deliveries (company_id, webhook_id, event, items, body, status, last_error)
     SELECT q.company_id, q.webhook_id, $5::text, q.items, q.body,
       CASE WHEN w.is_full THEN 'dead' ELSE 'pending' END, CASE WHEN w.is_full THEN 'BACKLOG_FULL' ELSE '' END
     FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bytea[]) AS q(company_id, webhook_id, items, body)
     CROSS JOIN LATERAL (
       SELECT count(*) >= $6::bigint AS is_full FROM (
         SELECT FROM deliveries d WHERE d.company_id = q.company_id AND d.webhook_id = q.webhook_id
           AND d.status = 'pending' LIMIT $6::bigint) waiting) w`,
    [
      rows.map((row) => row.companyId),
      rows.map((row) => row.webhookId),
      rows.map((row) => row.items),
      rows.map((row) => row.body),
      event,
      MAX_WAITING,
    ],
  );
  return rows.length;
}

function messagesOf(event: WebhookEvent, companyId: number, items: readonly Item[], at: Date) {
  const messages: { readonly items: number; readonly body: Buffer }[] = [];
  for (let start = 0; start < items.length; start += MAX_ITEMS) {
    const some = items.slice(start, start + MAX_ITEMS);
    messages.push({ items: some.length, body: bodyOf(event, companyId, some, at) });
  }
  return messages;
}
