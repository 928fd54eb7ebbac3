import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import type {
  PolicyChange as ChangeMessage,
  DecidePolicyChangeRequest,
  GetRevealPolicyRequest,
  SetRevealPolicyRequest,
} from '@pii-vault/proto/vault/v1/budgets';
import { whyNotDecide } from '../approvals/approval.ts';
import { readPending } from './changes-store.ts';
import { decideChangeUseCase } from './decide-change.ts';
import type { PolicyChange } from './policy-change.ts';
import { policyFromProto, policyToProto } from './policy-proto.ts';
import { readPolicy } from './policy-store.ts';
import { checkPolicy } from './reveal-policy.ts';
import { type PolicyState, type SetPolicyDeps, setPolicyUseCase } from './set-policy.ts';

/** The RPCs of a company's limits. */
export function policyCalls(deps: SetPolicyDeps) {
  const { db, status } = deps;
  const set = setPolicyUseCase(deps);
  const decide = decideChangeUseCase(deps);
  return {
    getRevealPolicy: {
      allow: permission('company:manage', (req: GetRevealPolicyRequest) => req.companyId),
      handle: async (ctx: Ctx, req: GetRevealPolicyRequest) => {
        const companyId = Number(req.companyId);
        await status.requireOpen(companyId);
        const state = await db.tenant({ companies: [companyId] }, async (tx) => ({
          ...(await readPolicy(tx, companyId)),
          pending: await readPending(tx, companyId),
        }));
        return stateToProto(ctx, state);
      },
    },
    setRevealPolicy: {
      allow: freshProof(permission('company:manage', (req: SetRevealPolicyRequest) => req.companyId)),
      handle: async (ctx: Ctx, req: SetRevealPolicyRequest) =>
        stateToProto(ctx, await set(ctx, Number(req.companyId), checkPolicy(policyFromProto(req.policy)))),
    },
    decidePolicyChange: {
      allow: freshProof(permission('company:manage', (req: DecidePolicyChangeRequest) => req.companyId)),
      handle: async (ctx: Ctx, { companyId, changeId, decision }: DecidePolicyChangeRequest) =>
        stateToProto(
          ctx,
          await decide(ctx, { companyId: Number(companyId), changeId: Number(changeId), decision }),
        ),
    },
  };
}

const stateToProto = (ctx: Ctx, { policy, updatedAt, pending }: PolicyState) => ({
  policy: policyToProto(policy),
  updatedAt,
  pending: pending && changeToProto(ctx, pending),
});

function changeToProto(ctx: Ctx, change: PolicyChange): ChangeMessage {
  const { id, wanted, requestedBy, isAlone, requestedAt, dueAt } = change;
  return {
    id: BigInt(id),
    wanted: policyToProto(wanted),
    requestedBy: BigInt(requestedBy),
    isAlone,
    requestedAt,
    dueAt,
    mayDecide: dueAt > new Date() && whyNotDecide(ctx.caller, change) === undefined,
  };
}
