import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';

/** Queries of identity to tenancy: identity stores no copy of the companies. */
export interface CompanyDirectory {
  exists(ctx: Ctx, companyId: number): Promise<boolean>;
  /** Ids of all companies, ascending. */
  all(ctx: Ctx): Promise<number[]>;
}

export interface CompanyDirectoryDeps {
  readonly tenancy: Pick<RpcClient<DirectoryService>, 'companyStates'>;
  /** Identity's own service token, for the current request. */
  readonly asIdentity: (causedBy: Ctx) => Ctx;
}

export function companyDirectory({ tenancy, asIdentity }: CompanyDirectoryDeps): CompanyDirectory {
  const idsOf = async (ctx: Ctx, companyIds: number[]) => {
    const { states } = await tenancy.companyStates(asIdentity(ctx), { companyIds });
    return states.map((state) => state.companyId);
  };
  return {
    exists: async (ctx, companyId) => (await idsOf(ctx, [companyId])).includes(companyId),
    all: (ctx) => idsOf(ctx, []),
  };
}
