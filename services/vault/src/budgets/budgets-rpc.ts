import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { scopeWith } from '@pii-vault/platform/db/scope-with';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type BudgetAlarm as AlarmMessage,
  BudgetsServiceService,
  type GetRevealBudgetRequest,
  type GetRevealPolicyRequest,
  type SetRevealPolicyRequest,
} from '@pii-vault/proto/vault/v1/budgets';
import { type BudgetAlarm, readAlarms } from './alarms-store.ts';
import { type BudgetsDeps, getBudget } from './get-budget.ts';
import { budgetOf } from './meters.ts';
import { policyFromProto, policyToProto } from './policy-proto.ts';
import { readPolicy, writePolicy } from './policy-store.ts';
import { checkPolicy, type RevealPolicy } from './reveal-policy.ts';

const MAX_HOURS = 720;

export function budgetsRpc(deps: BudgetsDeps): RpcService {
  const { db, status } = deps;
  return serve(BudgetsServiceService, {
    getRevealBudget: {
      allow: permission('pii:reveal', (req: GetRevealBudgetRequest) => req.companyId),
      handle: (ctx, req) => getBudget(deps, ctx, Number(req.companyId), req.purpose),
    },
    getRevealPolicy: {
      allow: permission('company:manage', (req: GetRevealPolicyRequest) => req.companyId),
      handle: async (_ctx, req) => {
        const companyId = Number(req.companyId);
        await status.requireOpen(companyId);
        const { policy, updatedAt } = await db.tenant({ companies: [companyId] }, (tx) =>
          readPolicy(tx, companyId),
        );
        return { policy: policyToProto(policy), updatedAt };
      },
    },
    setRevealPolicy: {
      allow: freshProof(permission('company:manage', (req: SetRevealPolicyRequest) => req.companyId)),
      handle: async (ctx, req) => {
        const policy = checkPolicy(policyFromProto(req.policy));
        const updatedAt = await setPolicy(deps, ctx, Number(req.companyId), policy);
        return { policy: policyToProto(policy), updatedAt };
      },
    },
    listBudgetAlarms: {
      allow: permission('security:read'),
      handle: async (ctx, { hours }) => {
        const wanted = Math.min(Math.max(hours, 1), MAX_HOURS);
        const alarms = await db.tenant(scopeWith(ctx.caller, 'security:read'), (tx) =>
          readAlarms(tx, wanted),
        );
        return { alarms: alarms.map(alarmToProto) };
      },
    },
  });
}

async function setPolicy(
  { db, status }: BudgetsDeps,
  ctx: Ctx,
  companyId: number,
  policy: RevealPolicy,
): Promise<Date> {
  await status.requireOpen(companyId);
  const { caller } = ctx;
  const userId = caller.kind === 'user' ? (caller.actorUserId ?? caller.userId) : 0;
  return await db.tenant({ companies: [companyId] }, async (tx) => {
    const updatedAt = await writePolicy(tx, companyId, policy, userId);
    const { byPurpose, revealsAbove = -1, exportsAbove = -1, ...limits } = policy;
    await tx.publish(
      auditMessage('vault', ctx, {
        action: 'reveal_policy_update',
        companyId,
        // -1: no approval is asked for.
        counts: { ...limits, revealsAbove, exportsAbove, purposes: byPurpose.size },
      }),
    );
    return updatedAt;
  });
}

function alarmToProto({ kind, ...alarm }: BudgetAlarm): AlarmMessage {
  return {
    companyId: BigInt(alarm.companyId),
    userId: BigInt(alarm.userId),
    clientId: alarm.clientId,
    kind: budgetOf(kind) ?? '',
    purpose: alarm.purpose,
    used: BigInt(alarm.used),
    refused: BigInt(alarm.refused),
    firstAt: alarm.firstAt,
    lastAt: alarm.lastAt,
  };
}
