import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission, requirePermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import type { CreateWebhookRequest } from '@pii-vault/proto/tenancy/v1/webhooks';
import { lockCompany } from '../companies/company-store.ts';
import { tooManyWebhooks } from '../errors.ts';
import { checkEvents, type Webhook } from './webhook.ts';
import { checkedTarget, type WebhookDeps } from './webhook-deps.ts';
import { newSecret } from './webhook-secret.ts';
import { countWebhooks, insertWebhook, type NewWebhook } from './webhook-store.ts';

const MAX_PER_COMPANY = 20;

/**
 * Registers a webhook. The response is the only place with its secret; it receives events from now on.
 * @throws AppError INVALID_WEBHOOK, TARGET_REFUSED, TOO_MANY_WEBHOOKS, NOT_FOUND (unknown company)
 */
export function createWebhook(deps: WebhookDeps) {
  return async (
    ctx: Ctx,
    input: CreateWebhookRequest,
  ): Promise<{ readonly webhook: Webhook; readonly secret: string }> => {
    const { caller } = ctx;
    const { companyId } = input;
    requirePermission(ctx, 'company:manage', companyId);
    if (caller.kind !== 'user') throw missingPermission('company:manage');
    const events = checkEvents(input.events);
    const url = await checkedTarget(deps, input.url);
    const revealsAfter = events.includes('field_revealed') ? await deps.trailEnd() : undefined;
    const { secret, stored } = await newSecret(deps.keys, companyId);
    const createdBy = caller.actorUserId ?? caller.userId;
    const wanted = { companyId, url, events, secret: stored, revealsAfter, createdBy };
    const call = { companyId, route: 'CreateWebhook', parts: [url, ...events], showsSecretOnce: true };
    const webhook = await deps.db.tenant(scopeWith(caller, 'company:manage'), (tx) =>
      once(
        tx,
        ctx,
        call,
        () => insert(tx, ctx, wanted),
        // A repetition cannot show the secret again, and is refused earlier.
        async () => undefined,
      ),
    );
    return { webhook, secret };
  };
}

async function insert(tx: Tx, ctx: Ctx, wanted: NewWebhook): Promise<Webhook> {
  const { companyId } = wanted;
  // Serialised, so that two concurrent calls do not both use the last free place.
  if ((await lockCompany(tx, companyId)) === undefined) throw notFound();
  if ((await countWebhooks(tx, companyId)) >= MAX_PER_COMPANY) throw tooManyWebhooks(MAX_PER_COMPANY);
  const webhook = await insertWebhook(tx, wanted);
  const objectIds = { webhookId: String(webhook.id) };
  await tx.publish(auditMessage('tenancy', ctx, { action: 'webhook_create', companyId, objectIds }));
  return webhook;
}
