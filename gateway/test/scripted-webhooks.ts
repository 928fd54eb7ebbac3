import { Delivery, type Webhook, WebhookServiceService } from '@pii-vault/proto/tenancy/v1/webhooks';
import { fakeRpc } from './fake-services.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const webhook: Webhook = {
  id: 4n,
  companyId: 1n,
  url: 'https://partner.example.com/pii-vault',
  events: ['violation_found'],
  status: 'active',
  isFailing: false,
  createdAt: now,
  updatedAt: now,
  rowVersion: 2n,
};
const secret = 'whsec_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE=';
const delivery = Delivery.fromPartial({
  id: 91n,
  companyId: 1n,
  webhookId: 4n,
  messageId: 'msg_0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e',
  event: 'violation_found',
  items: 1,
  status: 'dead',
  attempts: 10,
  lastStatus: 503,
  lastError: 'STATUS',
  lastAttemptAt: now,
  createdAt: now,
});

/** Webhooks of tenancy: one, with an undelivered message. */
export const scriptedWebhooks = fakeRpc(WebhookServiceService, {
  listWebhooks: async () => ({ webhooks: [webhook], next: { companyId: 1n, id: 4n } }),
  createWebhook: async () => ({ webhook, secret }),
  updateWebhook: async () => ({ webhook }),
  deleteWebhook: async () => ({}),
  rotateWebhookSecret: async () => ({ secret, formerUntil: now }),
  listDeliveries: async () => ({ deliveries: [delivery], nextBeforeId: 91n }),
  replayDelivery: async () => ({ delivery: { ...delivery, status: 'pending', nextAttemptAt: now } }),
});
