import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { locksOut } from '@pii-vault/platform/core/errors/locks-out';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { AddAccessRuleRequest, RemoveAccessRuleRequest } from '@pii-vault/proto/tenancy/v1/access_rules';
import { accessRuleEvent } from '../events.ts';
import { checkRule, letsIn, type RuleKind } from './access-rule.ts';
import { deleteAccessRule, findAccessRules, insertAccessRule, lockAccessRules } from './access-rule-store.ts';

/** Adds a rule; an existing one stays unchanged. @throws AppError INVALID_RULE, LOCKS_OUT */
export function addAccessRule({ db }: { db: Database }) {
  return (ctx: Ctx, input: AddAccessRuleRequest): Promise<void> =>
    change(db, ctx, input, async (tx, kind, rule, by) => {
      if (await insertAccessRule(tx, kind, rule, by)) await tell(tx, ctx, 'added', kind, rule);
    });
}

/** @throws AppError INVALID_RULE, NOT_FOUND, LOCKS_OUT */
export function removeAccessRule({ db }: { db: Database }) {
  return (ctx: Ctx, input: RemoveAccessRuleRequest): Promise<void> =>
    change(db, ctx, input, async (tx, kind, rule) => {
      if (!(await deleteAccessRule(tx, kind, rule))) throw notFound();
      await tell(tx, ctx, 'removed', kind, rule);
    });
}

function change(
  db: Database,
  ctx: Ctx,
  input: AddAccessRuleRequest,
  write: (tx: Tx, kind: RuleKind, rule: string, by: number) => Promise<void>,
): Promise<void> {
  const { kind, rule } = checkRule(input.kind, input.rule);
  const { caller, ipAddress } = ctx;
  // The lists apply to every company, so a grant in one company is not enough.
  if (caller.kind !== 'user' || !caller.isSuperAdmin || !caller.everywhere.has('access:manage'))
    throw missingPermission('access:manage');
  return db.tenant('all', async (tx) => {
    await lockAccessRules(tx);
    await write(tx, kind, rule, caller.actorUserId ?? caller.userId);
    const who = { ip: ipAddress, originHost: input.originHost };
    // Confirmed: the caller knows that the change may block its own access.
    if (!input.confirm && !letsIn(await findAccessRules(tx), who)) throw locksOut();
  });
}

async function tell(
  tx: Tx,
  ctx: Ctx,
  what: 'added' | 'removed',
  kind: RuleKind,
  rule: string,
): Promise<void> {
  await tx.publish(accessRuleEvent(`tenancy.access_rule_${what}`, kind, rule));
  const action = what === 'added' ? 'access_rule_add' : 'access_rule_remove';
  await tx.publish(auditMessage('tenancy', ctx, { action, objectIds: { kind, rule } }));
}
