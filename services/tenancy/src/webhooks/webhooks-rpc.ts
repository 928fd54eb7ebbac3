import { invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { cursorOf, idIn, pageById } from '@pii-vault/platform/core/tables/list-cursor';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { withoutNulls } from '@pii-vault/platform/postgres/without-nulls';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, type RpcSpecs, serve } from '@pii-vault/platform/rpc/serve';
import {
  type Delivery as ProtoDelivery,
  type Webhook as ProtoWebhook,
  WebhooksService,
} from '@pii-vault/proto/tenancy/v1/webhooks';
import { deleteWebhook, rotateWebhookSecret, updateWebhook } from './change-webhook.ts';
import { createWebhook } from './create-webhook.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from './deliveries/delivery.ts';
import { listDeliveries } from './deliveries/delivery-store.ts';
import { replayDelivery } from './deliveries/replay-delivery.ts';
import { checkEvents, checkWebhookStatus, type Webhook } from './webhook.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { findWebhook, listWebhooks } from './webhook-store.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MANAGE = 'company:manage';

export function webhookRpcs(deps: WebhookDeps & { wake(): void }): RpcService {
  const create = createWebhook(deps);
  const update = updateWebhook(deps);
  const remove = deleteWebhook(deps);
  const rotate = rotateWebhookSecret(deps);
  const allow = permission<unknown>(MANAGE);
  return serve(WebhooksService, {
    ...listing(deps),
    createWebhook: {
      allow: freshProof(permission(MANAGE, (req) => req.companyId)),
      handle: async (ctx, req) => {
        const { webhook, secret } = await create(ctx, req);
        return { webhook: toMessage(webhook), secret };
      },
    },
    updateWebhook: {
      allow: freshProof(allow),
      handle: async (ctx, { id, url, events, status, ifRowVersion }) => {
        const change = {
          url,
          events: events.length === 0 ? undefined : checkEvents(events),
          status: status === undefined ? undefined : checkWebhookStatus(status),
        };
        return { webhook: toMessage(await update(ctx, { id, change, ifRowVersion })) };
      },
    },
    deleteWebhook: {
      allow: freshProof(allow),
      handle: async (ctx, req) => {
        await remove(ctx, req);
        return {};
      },
    },
    rotateWebhookSecret: {
      allow: freshProof(allow),
      handle: (ctx, { id }) => rotate(ctx, id),
    },
  });
}

type Specs = RpcSpecs<typeof WebhooksService>;

function listing(
  deps: WebhookDeps & { wake(): void },
): Pick<Specs, 'listWebhooks' | 'listDeliveries' | 'replayDelivery'> {
  const { db } = deps;
  const replay = replayDelivery(deps);
  return {
    listWebhooks: {
      allow: permission(MANAGE, (req) => req.companyId),
      handle: async (ctx, req) => {
        const limit = limitOf(req.limit);
        const page = { ...req, limit: limit + 1 };
        const found = await db.tenant(scopeWith(ctx.caller, MANAGE), (tx) => listWebhooks(tx, page));
        const webhooks = found.slice(0, limit);
        const last = found.length > limit ? webhooks.at(-1) : undefined;
        return { webhooks: webhooks.map(toMessage), nextCursor: last && cursorOf(last.companyId, last.id) };
      },
    },
    listDeliveries: {
      allow: permission(MANAGE),
      handle: async (ctx, req) => {
        const limit = limitOf(req.limit);
        const page = { beforeId: idIn(req.cursor), status: statusOf(req.status), limit: limit + 1 };
        const found = await db.tenant(scopeWith(ctx.caller, MANAGE), async (tx) => {
          const webhook = await findWebhook(tx, req.id);
          if (webhook === undefined) throw notFound();
          return listDeliveries(tx, webhook, page);
        });
        const { rows, nextCursor } = pageById(found, limit);
        return { deliveries: rows.map(deliveryToProto), nextCursor };
      },
    },
    replayDelivery: {
      allow: permission(MANAGE),
      handle: async (ctx, req) => ({
        delivery: deliveryToProto(await replay(ctx, req)),
      }),
    },
  };
}

const limitOf = (asked: number) => Math.min(asked > 0 ? asked : DEFAULT_LIMIT, MAX_LIMIT);

function statusOf(name: string | undefined): DeliveryStatus | undefined {
  if (name === undefined) return undefined;
  const status = DELIVERY_STATUSES.find((known) => known === name);
  if (status !== undefined) return status;
  const message = `One of ${DELIVERY_STATUSES.join(', ')}`;
  throw invalidArgument('INVALID_STATUS', message, {
    details: [{ path: 'status', message }],
  });
}

const toMessage = ({ rowVersion: version, isFailing: failing, ...webhook }: Webhook): ProtoWebhook => ({
  ...webhook,
  failing,
  version,
});

function deliveryToProto(delivery: Delivery): ProtoDelivery {
  return {
    ...withoutNulls(delivery),
    lastError: delivery.lastError || undefined,
    messageId: `msg_${delivery.messageId}`,
    nextAttemptAt: delivery.status === 'pending' ? delivery.nextAttemptAt : undefined,
  };
}
