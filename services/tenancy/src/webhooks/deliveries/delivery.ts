import type { WebhookEvent } from '../webhook.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A message to a webhook, as shown to its company. */
export interface Delivery {
  readonly id: number;
  readonly companyId: number;
  readonly webhookId: number;
  readonly messageId: string;
  readonly event: WebhookEvent;
  readonly items: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: string;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
}

/** One item: ids, times and product names, no personal data. */
export type Item = Readonly<Record<string, string | number>>;

/** Maximum number of items per message. */
export const MAX_ITEMS = 500;

/** The bytes of a message: they are signed, so they are built once and stored. */
export function bodyOf(event: WebhookEvent, companyId: number, items: readonly Item[], at: Date): Buffer {
  return Buffer.from(
    JSON.stringify({ type: event, timestamp: at.toISOString(), data: { companyId, items } }),
  );
}
