import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import type {
  PolicyChange as ChangeMessage,
  DecidePolicyChangeRequest,
  GetRevealPolicyRequest,
  SetRevealPolicyRequest,
} from '@pii-vault/proto/vault/v1/budgets';
import { whyNotDecide } from '../approvals/approval.ts';
import { isDependent } from '../approvals/dependent-accounts.ts';
import { readPending } from './changes-store.ts';
import { type DecideChangeDeps, decideChangeUseCase } from './decide-change.ts';
import type { PolicyChange } from './policy-change.ts';
import { policyFromProto, policyToProto } from './policy-proto.ts';
import { readPolicy } from './policy-store.ts';
import { checkPolicy } from './reveal-policy.ts';
import { type PolicyState, type SetPolicyDeps, setPolicyUseCase } from './set-policy.ts';

export type PolicyDeps = SetPolicyDeps & DecideChangeDeps;

/** The RPCs of a company's limits. */
export function policyCalls(deps: PolicyDeps) {
  const { db, status } = deps;
  const set = setPolicyUseCase(deps);
  const decide = decideChangeUseCase(deps);
  const stateToProto = async (ctx: Ctx, { policy, updatedAt, pending }: PolicyState) => ({
    policy: policyToProto(policy),
    updatedAt,
    pending: pending && (await changeToProto(deps, ctx, pending)),
  });
  return {
    getRevealPolicy: {
      allow: permission('company:manage', (req: GetRevealPolicyRequest) => req.companyId),
      handle: async (ctx: Ctx, req: GetRevealPolicyRequest) => {
        const companyId = req.companyId;
        await status.requireOpen(companyId);
        const state = await db.tenant({ companies: [companyId] }, async (tx) => ({
          ...(await readPolicy(tx, companyId)),
          pending: await readPending(tx, companyId),
        }));
        return await stateToProto(ctx, state);
      },
    },
    setRevealPolicy: {
      allow: freshProof(permission('company:manage', (req: SetRevealPolicyRequest) => req.companyId)),
      handle: async (ctx: Ctx, req: SetRevealPolicyRequest) =>
        await stateToProto(ctx, await set(ctx, req.companyId, checkPolicy(policyFromProto(req.policy)))),
    },
    decidePolicyChange: {
      allow: freshProof(permission('company:manage', (req: DecidePolicyChangeRequest) => req.companyId)),
      handle: async (ctx: Ctx, req: DecidePolicyChangeRequest) =>
        await stateToProto(ctx, await decide(ctx, req)),
    },
  };
}

async function changeToProto(
  { dependentAccounts }: PolicyDeps,
  ctx: Ctx,
  change: PolicyChange,
): Promise<ChangeMessage> {
  const { id, wanted, requestedBy, isAlone, requestedAt, dueAt } = change;
  const couldDecide = dueAt > new Date() && whyNotDecide(ctx.caller, change) === undefined;
  const dependent = couldDecide && isDependent(change, await dependentAccounts(ctx, [change]));
  return {
    id,
    wanted: policyToProto(wanted),
    requestedBy,
    waitsFor: isAlone ? 'delay' : 'approval',
    requestedAt,
    dueAt,
    mayDecide: couldDecide && !dependent,
    isDependent: dependent,
  };
}
