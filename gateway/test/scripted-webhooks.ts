import { Delivery, type Webhook, WebhooksService } from '@pii-vault/proto/tenancy/v1/webhooks';
import { fakeRpc } from './fake-services.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const webhook: Webhook = {
  id: 4,
  companyId: 1,
  url: 'https://partner.example.com/pii-vault',
  events: ['violation_found'],
  status: 'active',
  failing: false,
  createdAt: now,
  updatedAt: now,
  version: 2,
};
const secret = 'whsec_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE=';
const delivery = Delivery.fromPartial({
  id: 91,
  companyId: 1,
  webhookId: 4,
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
export const scriptedWebhooks = fakeRpc(WebhooksService, {
  listWebhooks: async () => ({ webhooks: [webhook], nextCursor: '1.4' }),
  createWebhook: async () => ({ webhook, secret }),
  updateWebhook: async () => ({ webhook }),
  deleteWebhook: async () => ({}),
  rotateWebhookSecret: async () => ({ secret, formerUntil: now }),
  listDeliveries: async () => ({ deliveries: [delivery], nextCursor: '91' }),
  replayDelivery: async () => ({ delivery: { ...delivery, status: 'pending', nextAttemptAt: now } }),
});
