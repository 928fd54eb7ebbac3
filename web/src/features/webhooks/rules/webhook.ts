import type { Delivery, Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import type { Tone } from '../../../ui/status-badge.tsx';

/** What a webhook does now: an active one may fail with each delivery. */
export type WebhookState = Webhook['status'] | 'failing';

export const webhookState = ({ status, failing }: Pick<Webhook, 'status' | 'failing'>): WebhookState =>
  status === 'active' && failing ? 'failing' : status;

export const webhookTone: Readonly<Record<WebhookState, Tone>> = {
  active: 'success',
  failing: 'error',
  paused: 'neutral',
};

export const deliveryTone: Readonly<Record<Delivery['status'], Tone>> = {
  pending: 'accent',
  delivered: 'success',
  dead: 'error',
};

/** What goes wrong between the vault and a receiver, as the service names it. */
const errors = ['TIMEOUT', 'TLS', 'ADDRESS_REFUSED', 'NOT_RESOLVED', 'CONNECTION', 'BACKLOG_FULL'] as const;
type DeliveryError = (typeof errors)[number];

/** The last answer: its HTTP status, else why there was none; null before the first attempt. */
export type LastAnswer = { status: number } | { error: DeliveryError | 'other' } | null;

export function lastAnswer({
  lastStatus,
  lastError,
}: Pick<Delivery, 'lastStatus' | 'lastError'>): LastAnswer {
  if (lastStatus !== null) return { status: lastStatus };
  if (lastError === null) return null;
  return { error: errors.find((error) => error === lastError) ?? 'other' };
}

/**
 * What a person may ask for. A delivery that waits for its next attempt can be sent now and has all its attempts again;
 * before the first one it is due anyway, and a paused webhook sends nothing.
 */
export function replayOf(
  { status, attempts }: Pick<Delivery, 'status' | 'attempts'>,
  webhook: Pick<Webhook, 'status'>,
): 'again' | 'now' | null {
  if (status !== 'pending') return 'again';
  return attempts > 0 && webhook.status === 'active' ? 'now' : null;
}

/** Host and path of an address; the whole of it when it is none. */
export function shortAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}
