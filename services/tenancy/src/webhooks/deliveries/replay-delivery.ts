import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import type { ReplayDeliveryRequest } from '@pii-vault/proto/tenancy/v1/webhooks';
import { findWebhook } from '../webhook-store.ts';
import type { Delivery } from './delivery.ts';
import { resetDelivery } from './delivery-store.ts';

/** Sends a delivery again, after any outcome: the same id and body with a new signature. @throws AppError NOT_FOUND */
export function replayDelivery({ db, wake }: { readonly db: Database; wake(): void }) {
  return (ctx: Ctx, input: ReplayDeliveryRequest): Promise<Delivery> =>
    db.tenant(scopeWith(ctx.caller, 'company:manage'), async (tx) => {
      const webhook = await findWebhook(tx, input.id);
      if (webhook === undefined) throw notFound();
      const delivery = await resetDelivery(tx, webhook, input.deliveryId);
      if (delivery === undefined) throw notFound();
      const { companyId } = webhook;
      const objectIds = { webhookId: String(webhook.id), deliveryId: String(delivery.id) };
      await tx.publish(auditMessage('tenancy', ctx, { action: 'webhook_replay', companyId, objectIds }));
      tx.afterCommit(wake);
      return delivery;
    });
}
