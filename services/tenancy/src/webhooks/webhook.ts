import { invalidArgument } from '@pii-vault/platform/core/errors/app-error';

export const WEBHOOK_EVENTS = [
  'field_revealed',
  'link_detected',
  'erasure_completed',
  'violation_found',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const WEBHOOK_STATUSES = ['active', 'paused'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export interface Webhook {
  readonly id: number;
  readonly companyId: number;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly status: WebhookStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly rowVersion: number;
  /** A delivery failed, and none after it was delivered. */
  readonly isFailing: boolean;
}

/** Undefined members stay unchanged. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly status?: WebhookStatus | undefined;
}

/** @throws AppError INVALID_ARGUMENT INVALID_WEBHOOK for an empty list or an unknown event */
export function checkEvents(names: readonly string[]): WebhookEvent[] {
  const events = WEBHOOK_EVENTS.filter((event) => names.includes(event));
  if (events.length === 0 || names.some((name) => !events.some((event) => event === name)))
    throw invalidWebhook('events', `One or more of ${WEBHOOK_EVENTS.join(', ')}`);
  return events;
}

/** @throws AppError INVALID_ARGUMENT INVALID_WEBHOOK */
export function checkWebhookStatus(name: string): WebhookStatus {
  const status = WEBHOOK_STATUSES.find((known) => known === name);
  if (status === undefined) throw invalidWebhook('status', `One of ${WEBHOOK_STATUSES.join(', ')}`);
  return status;
}

/** Whether it receives reveals, and so needs a position in the trail. */
export function wantsReveals({ events, status }: Pick<Webhook, 'events' | 'status'>): boolean {
  return status === 'active' && events.includes('field_revealed');
}

const invalidWebhook = (path: string, message: string) =>
  invalidArgument('INVALID_WEBHOOK', message, { details: [{ path, message }] });
