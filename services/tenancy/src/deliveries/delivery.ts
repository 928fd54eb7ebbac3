import type { WebhookEvent } from '../webhooks/webhook.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A message to a webhook, as its company sees it. */
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

/** One thing that happened: ids, times and names of the product, nothing of a person. */
export type Item = Readonly<Record<string, string | number>>;

/** Items of one message at most. */
export const MAX_ITEMS = 500;

/** The bytes of a message: they are signed, so they are made once and kept. */
export function bodyOf(event: WebhookEvent, companyId: number, items: readonly Item[], at: Date): Buffer {
  return Buffer.from(
    JSON.stringify({ type: event, timestamp: at.toISOString(), data: { companyId, items } }),
  );
}
