import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Webhook } from '../webhook.ts';
import type { Delivery, DeliveryStatus } from './delivery.ts';

const COLUMNS = `id, company_id AS "companyId", webhook_id AS "webhookId", message_id AS "messageId", event, items,
  status, attempts, next_attempt_at AS "nextAttemptAt", last_attempt_at AS "lastAttemptAt",
  last_status AS "lastStatus", last_error AS "lastError", delivered_at AS "deliveredAt", created_at AS "createdAt"`;

export interface DeliveryPage {
  readonly status: DeliveryStatus | undefined;
  readonly beforeId?: number | undefined;
  readonly limit: number;
}

/** Newest first. */
export function listDeliveries(
  tx: Tx,
  { companyId, id }: Pick<Webhook, 'companyId' | 'id'>,
  { status, beforeId = Number.MAX_SAFE_INTEGER, limit }: DeliveryPage,
): Promise<Delivery[]> {
  const values = [companyId, id, beforeId, limit];
  if (status === undefined) return tx.query<Delivery>(LIST_DELIVERIES, values);
  return tx.query<Delivery>(LIST_DELIVERIES_BY_STATUS, [...values, status]);
}

const OF_WEBHOOK = `SELECT ${COLUMNS} FROM deliveries
  WHERE company_id = $1::bigint AND webhook_id = $2::bigint AND id < $3::bigint`;
export const LIST_DELIVERIES = `${OF_WEBHOOK} ORDER BY id DESC LIMIT $4::integer`;
export const LIST_DELIVERIES_BY_STATUS = `${OF_WEBHOOK} AND status = $5::text ORDER BY id DESC LIMIT $4::integer`;

/** Makes it due now, with all its attempts. A delivery that is being sent stays unchanged. */
export async function resetDelivery(
  tx: Tx,
  { companyId, id }: Pick<Webhook, 'companyId' | 'id'>,
  deliveryId: number,
): Promise<Delivery | undefined> {
  const place = [companyId, id, deliveryId];
  const rows = await tx.query<Delivery>(
    `UPDATE deliveries SET status = 'pending', attempts = 0, next_attempt_at = now(), leased_until = NULL,
       last_error = '', delivered_at = NULL
     WHERE company_id = $1::bigint AND webhook_id = $2::bigint AND id = $3::bigint
       AND (leased_until IS NULL OR leased_until <= now())
     RETURNING ${COLUMNS}`,
    place,
  );
  const [reset] = rows;
  if (reset !== undefined) return reset;
  const [asItIs] = await tx.query<Delivery>(
    `SELECT ${COLUMNS} FROM deliveries
     WHERE company_id = $1::bigint AND webhook_id = $2::bigint AND id = $3::bigint`,
    place,
  );
  return asItIs;
}
