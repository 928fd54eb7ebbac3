import type { KeysOf } from '@pii-vault/contract/routes';
import {
  type Delivery,
  deliveryStatuses,
  type Webhook,
  webhookEvents,
  webhookStatuses,
} from '@pii-vault/contract/webhooks/webhooks-schema';
import type {
  Delivery as SentDelivery,
  Webhook as StoredWebhook,
} from '@pii-vault/proto/tenancy/v1/webhooks';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { etagOf } from '../wire/etag.ts';
import { oneOf, orNull, present, toIso, toOptionalIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'webhooks'>;

export function webhooksHandlers({ webhooks }: Deps): Handlers<KeysOf<'webhooks'>> {
  const idOf = (params: { id: number }) => ({ webhookId: params.id });
  return {
    'GET /webhooks': async ({ ctx, query, position }) => {
      const answer = await webhooks.listWebhooks(ctx, {
        companyId: query.companyId,
        limit: query.limit,
        cursor: position,
      });
      return { body: answer.webhooks.map(toWebhook), next: answer.nextCursor };
    },
    'POST /webhooks': async ({ ctx, session, body }) => {
      const { url, events } = body;
      const companyId = companyOf(body.companyId, session);
      const { webhook, secret } = await webhooks.createWebhook(ctx, { companyId, url, events });
      const made = present(webhook);
      return { body: { ...toWebhook(made), secret }, headers: { ETag: etagOf(made.rowVersion) } };
    },
    'PUT /webhooks/{id}': async ({ ctx, params, body, ifRowVersion }) => {
      const change = { url: body.url, events: body.events ?? [], status: body.status };
      const answer = await webhooks.updateWebhook(ctx, { ...idOf(params), ...change, ifRowVersion });
      const webhook = present(answer.webhook);
      return { body: toWebhook(webhook), headers: { ETag: etagOf(webhook.rowVersion) } };
    },
    'DELETE /webhooks/{id}': async ({ ctx, params, ifRowVersion }) => {
      await webhooks.deleteWebhook(ctx, { ...idOf(params), ifRowVersion });
      return { body: { success: true } };
    },
    'POST /webhooks/{id}/rotate-secret': async ({ ctx, params }) => {
      const { secret, formerUntil } = await webhooks.rotateWebhookSecret(ctx, idOf(params));
      return { body: { secret, formerUntil: toIso(formerUntil) } };
    },
    'GET /webhooks/{id}/deliveries': async ({ ctx, params, query, position }) => {
      const answer = await webhooks.listDeliveries(ctx, {
        ...idOf(params),
        status: query.status ?? '',
        limit: query.limit,
        cursor: position,
      });
      return { body: answer.deliveries.map(toDelivery), next: answer.nextCursor };
    },
    'POST /webhooks/{id}/deliveries/{deliveryId}/replay': async ({ ctx, params }) => {
      const wanted = { ...idOf(params), deliveryId: params.deliveryId };
      const { delivery } = await webhooks.replayDelivery(ctx, wanted);
      return { body: toDelivery(present(delivery)) };
    },
  };
}

function toWebhook(webhook: StoredWebhook): Webhook {
  return {
    id: webhook.id,
    companyId: webhook.companyId,
    url: webhook.url,
    events: webhook.events.map((event) => oneOf(webhookEvents, event)),
    status: oneOf(webhookStatuses, webhook.status),
    createdAt: toIso(webhook.createdAt),
    failing: webhook.isFailing,
    updatedAt: toIso(webhook.updatedAt),
    version: webhook.rowVersion,
  };
}

function toDelivery(delivery: SentDelivery): Delivery {
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    messageId: delivery.messageId,
    event: oneOf(webhookEvents, delivery.event),
    items: delivery.items,
    status: oneOf(deliveryStatuses, delivery.status),
    attempts: delivery.attempts,
    nextAttemptAt: toOptionalIso(delivery.nextAttemptAt),
    lastAttemptAt: toOptionalIso(delivery.lastAttemptAt),
    lastStatus: delivery.lastStatus ?? null,
    lastError: orNull(delivery.lastError),
    deliveredAt: toOptionalIso(delivery.deliveredAt),
    createdAt: toIso(delivery.createdAt),
  };
}
