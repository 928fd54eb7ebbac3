import type { Delivery, Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import type { Tone } from '../../../ui/status-badge.tsx';

/** State of a webhook; an active one is 'failing' if its last deliveries failed. */
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

/** Names of the service for connection failures. */
const errors = ['TIMEOUT', 'TLS', 'ADDRESS_REFUSED', 'NOT_RESOLVED', 'CONNECTION', 'BACKLOG_FULL'] as const;
type DeliveryError = (typeof errors)[number];

/** HTTP status of the last answer, else why there was none; null before the first attempt. */
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
 * Whether a delivery can be sent again. One that waits for its next attempt is sent now, with all its attempts. Before
 * the first attempt it is due anyway, and a paused webhook sends nothing.
 */
export function replayOf(
  { status, attempts }: Pick<Delivery, 'status' | 'attempts'>,
  webhook: Pick<Webhook, 'status'>,
): 'again' | 'now' | null {
  if (status !== 'pending') return 'again';
  return attempts > 0 && webhook.status === 'active' ? 'now' : null;
}

/** Host and path of a URL; the whole text if it is not a URL. */
export function shortAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}
