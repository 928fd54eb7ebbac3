import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { BudgetWorld } from './budget-world.ts';

interface Wanted {
  readonly kind?: string;
  readonly purpose?: string;
  readonly people?: number;
  readonly reason?: string;
}

/** Requests and decisions in company 1. */
export function approvalCalls(world: () => BudgetWorld) {
  const request = async (ctx: Ctx, changes: Wanted = {}) => {
    const wanted = {
      companyId: 1,
      kind: 'reveal',
      purpose: 'kyc',
      people: 10,
      reason: 'Yearly review of Asha Rao',
    };
    const { approval } = await world().approvals.requestApproval(ctx, { ...wanted, ...changes });
    if (approval === undefined) throw new Error('no approval');
    return approval;
  };
  const decide = (ctx: Ctx, id: number, decision = 'approved') =>
    world().approvals.decideApproval(ctx, { id, decision });
  const approved = async (ctx: Ctx, changes: Wanted = {}) => {
    const { id } = await request(ctx, changes);
    await decide(await world().as(1), id);
    return id;
  };
  const listed = async (ctx: Ctx, status?: string) =>
    (await world().approvals.listApprovals(ctx, { companyId: 1, status, limit: 0 })).approvals;
  return { request, decide, approved, listed };
}
