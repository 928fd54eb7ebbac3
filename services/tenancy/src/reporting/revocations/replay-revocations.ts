import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { ReplayOutcome, Replays, Revocation } from '@pii-vault/platform/domain/revocations/revocation';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { deleteAccessRule, findAccessRules, lockAccessRules } from '../../access-rules/access-rule-store.ts';
import { lockCompany, updateStatus } from '../../companies/company-store.ts';
import { agreementAudit } from '../../companies/link-agreements/agreement-audit.ts';
import { endAgreement, lockAgreement } from '../../companies/link-agreements/link-agreement-store.ts';
import { accessRuleEvent, agreementEvents, companyEvent } from '../../events.ts';
import { deleteWebhook, lockWebhook } from '../../webhooks/webhook-store.ts';

/** The entry that the trail has lost contains who ended it. */
const NOBODY = null;

/**
 * Repeats revocations that a restored backup undid. A company deleted since is suspended: its data in the backup cannot
 * be read until an administrator decides. The last allowed address or domain stays.
 */
export function replayRevocations({ db }: { readonly db: Pick<Database, 'tenant'> }): Replays {
  const everywhere =
    (work: (tx: Tx, ctx: Ctx, revocation: Revocation) => Promise<ReplayOutcome>) =>
    (ctx: Ctx, revocation: Revocation) =>
      db.tenant('all', (tx) => work(tx, ctx, revocation));
  return {
    company_status: everywhere(setStatus),
    company_delete: everywhere(setStatus),
    link_agreement_end: everywhere(endAgain),
    access_rule_remove: everywhere(removeRule),
    webhook_delete: everywhere(removeWebhook),
  };
}

async function setStatus(
  tx: Tx,
  ctx: Ctx,
  { companyId = 0, action, objectIds }: Revocation,
): Promise<ReplayOutcome> {
  const to = action === 'company_delete' ? 'suspended' : objectIds.to;
  // Activating a company is no revocation.
  if (to !== 'suspended' && to !== 'inactive') return 'already';
  const before = await lockCompany(tx, companyId);
  if (before === undefined || before.status === to || before.status === 'suspended') return 'already';
  const company = await updateStatus(tx, companyId, to);
  await tx.publish(companyEvent('tenancy.company_status_changed', company));
  const facts = { companyId, objectIds: { from: before.status, to } };
  await tx.publish(auditMessage('tenancy', ctx, { action: 'company_status', ...facts }));
  return 'done';
}

async function endAgain(tx: Tx, ctx: Ctx, { objectIds }: Revocation): Promise<ReplayOutcome> {
  const before = await lockAgreement(tx, Number(objectIds.agreementId));
  if (before === undefined || before.endedAt !== null) return 'already';
  const agreement = await endAgreement(tx, before.id, NOBODY);
  await tx.publishAll(agreementEvents('tenancy.link_agreement_ended', agreement));
  const audits = agreementAudit('link_agreement_end', agreement);
  await tx.publishAll(audits.map((facts) => auditMessage('tenancy', ctx, facts)));
  return 'done';
}

async function removeRule(tx: Tx, ctx: Ctx, { objectIds }: Revocation): Promise<ReplayOutcome> {
  const { kind, rule = '' } = objectIds;
  if (kind !== 'ip' && kind !== 'domain') return 'already';
  await lockAccessRules(tx);
  const rules = (await findAccessRules(tx))[kind];
  if (!rules.includes(rule)) return 'already';
  // An empty list admits all, and the rules added later are lost with the database.
  if (rules.length === 1) return 'kept';
  await deleteAccessRule(tx, kind, rule);
  await tx.publish(accessRuleEvent('tenancy.access_rule_removed', kind, rule));
  await tx.publish(auditMessage('tenancy', ctx, { action: 'access_rule_remove', objectIds: { kind, rule } }));
  return 'done';
}

async function removeWebhook(tx: Tx, ctx: Ctx, { objectIds }: Revocation): Promise<ReplayOutcome> {
  const webhook = await lockWebhook(tx, Number(objectIds.webhookId));
  if (webhook === undefined) return 'already';
  await deleteWebhook(tx, webhook);
  const facts = { companyId: webhook.companyId, objectIds: { webhookId: String(webhook.id) } };
  await tx.publish(auditMessage('tenancy', ctx, { action: 'webhook_delete', ...facts }));
  return 'done';
}
