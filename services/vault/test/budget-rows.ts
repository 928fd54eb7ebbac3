import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { ApprovalsService } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsService } from '@pii-vault/proto/vault/v1/budgets';
import type { VaultWorld } from './vault-world.ts';

/** A row of the authorisation table. */
export interface Row {
  readonly rpc: string;
  readonly permission: string;
  /** The error for a caller of another company: refused by company, or the same as for an id that does not exist. */
  readonly foreign: 'PERMISSION_DENIED' | 'NOT_FOUND';
  call(ctx: Ctx): Promise<unknown>;
}

/** Calls of budgets and approvals that need no fresh proof. */
export function budgetRows(world: () => VaultWorld): Row[] {
  const budgets = () => world().client(BudgetsService, 'vault');
  const approvals = () => world().client(ApprovalsService, 'vault');
  return [
    {
      rpc: 'GetRevealBudget',
      permission: 'pii:reveal',
      foreign: 'PERMISSION_DENIED',
      call: (ctx) => budgets().getRevealBudget(ctx, { companyId: 1, purpose: 'kyc' }),
    },
    {
      rpc: 'GetRevealPolicy',
      permission: 'company:manage',
      foreign: 'PERMISSION_DENIED',
      call: (ctx) => budgets().getRevealPolicy(ctx, { companyId: 1 }),
    },
    {
      rpc: 'ListApprovals',
      permission: 'pii:reveal',
      foreign: 'PERMISSION_DENIED',
      call: (ctx) => approvals().listApprovals(ctx, { companyId: 1, limit: 0 }),
    },
    {
      rpc: 'RequestApproval',
      permission: 'pii:reveal',
      foreign: 'PERMISSION_DENIED',
      call: (ctx) =>
        approvals().requestApproval(ctx, {
          companyId: 1,
          kind: 'reveal',
          purpose: 'kyc',
          people: 10,
          reason: 'yearly review',
        }),
    },
  ];
}
