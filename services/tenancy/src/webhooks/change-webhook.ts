import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion } from '@pii-vault/platform/core/errors/stale';
import type { AuditAction } from '@pii-vault/platform/domain/audit-actions';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { formerSecretValid } from '../errors.ts';
import { type Webhook, type WebhookChange, wantsReveals } from './webhook.ts';
import { checkedTarget, type WebhookDeps } from './webhook-deps.ts';
import { newSecret } from './webhook-secret.ts';
import * as store from './webhook-store.ts';

/** How long the former secret also signs, so that the receiver can switch. */
const OVERLAP_MS = 24 * 60 * 60 * 1_000;

/**
 * Changes the given members. A webhook that starts to receive reveals receives those from now on. @throws AppError
 * NOT_FOUND, STALE
 */
export function updateWebhook(deps: WebhookDeps) {
  return async (
    ctx: Ctx,
    input: {
      readonly id: number;
      readonly change: WebhookChange;
      readonly ifRowVersion?: number | undefined;
    },
  ): Promise<Webhook> => {
    const { id, ifRowVersion } = input;
    const { url } = input.change;
    const change = { ...input.change, url: url === undefined ? undefined : await checkedTarget(deps, url) };
    const mayBegin = change.events?.includes('field_revealed') === true || change.status === 'active';
    const end = mayBegin ? await deps.trailEnd() : undefined;
    return deps.db.tenant(scopeWith(ctx.caller, 'company:manage'), async (tx) => {
      const before = await store.lockWebhook(tx, id);
      if (before === undefined) throw notFound();
      requireVersion(ifRowVersion, before.rowVersion);
      const after = { events: change.events ?? before.events, status: change.status ?? before.status };
      const begins = wantsReveals(after) && !wantsReveals(before);
      const isNew = after.events.includes('field_revealed') && !before.events.includes('field_revealed');
      const webhook = await store.updateWebhook(tx, before, change, begins || isNew ? end : undefined);
      const fieldNames = Object.entries(change).flatMap(([name, value]) =>
        value === undefined ? [] : [name],
      );
      await tell(tx, ctx, 'webhook_update', webhook, fieldNames);
      return webhook;
    });
  };
}

/**
 * Sets a new secret; the former one also signs for a day. Refused meanwhile: a third secret would drop one that the
 * receiver may still use.
 * @throws AppError NOT_FOUND, FORMER_SECRET_VALID
 */
export function rotateWebhookSecret({ db, keys }: WebhookDeps) {
  return async (ctx: Ctx, id: number): Promise<{ readonly secret: string; readonly formerUntil: Date }> => {
    const scope = scopeWith(ctx.caller, 'company:manage');
    const known = await db.tenant(scope, (tx) => store.findWebhook(tx, id));
    if (known === undefined) throw notFound();
    const { secret, stored } = await newSecret(keys, known.companyId);
    const formerUntil = await db.tenant(scope, async (tx) => {
      const webhook = await store.lockWebhook(tx, id);
      if (webhook === undefined) throw notFound();
      const until = await store.formerSecretUntil(tx, webhook);
      if (until !== undefined) throw formerSecretValid(until);
      await tell(tx, ctx, 'webhook_secret_rotate', webhook);
      return store.replaceSecret(tx, webhook, stored, OVERLAP_MS);
    });
    return { secret, formerUntil };
  };
}

/** Deletes it, with every unsent message. @throws AppError NOT_FOUND, STALE */
export function deleteWebhook({ db }: Pick<WebhookDeps, 'db'>) {
  return (
    ctx: Ctx,
    { id, ifRowVersion }: { readonly id: number; readonly ifRowVersion?: number | undefined },
  ): Promise<void> =>
    db.tenant(scopeWith(ctx.caller, 'company:manage'), async (tx) => {
      const webhook = await store.lockWebhook(tx, id);
      if (webhook === undefined) throw notFound();
      requireVersion(ifRowVersion, webhook.rowVersion);
      await store.deleteWebhook(tx, webhook);
      await tell(tx, ctx, 'webhook_delete', webhook);
    });
}

/** The trail names the webhook and the changed members, never address or secret. */
async function tell(
  tx: Tx,
  ctx: Ctx,
  action: Extract<AuditAction, `webhook_${string}`>,
  { id, companyId }: Webhook,
  fieldNames: readonly string[] = [],
): Promise<void> {
  const objectIds = { webhookId: String(id) };
  await tx.publish(auditMessage('tenancy', ctx, { action, companyId, objectIds, fieldNames }));
}
