import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';

/** Asks tenancy whether an owner exists, once per owner, before its first key is created. */
export interface OwnerDirectory {
  companyExists(ctx: Ctx, companyId: number): Promise<boolean>;
  /** The agreement's two companies; undefined when it does not exist. */
  agreementParties(ctx: Ctx, agreementId: number): Promise<readonly [number, number] | undefined>;
}

export interface OwnerDirectoryDeps {
  readonly directory: Pick<RpcClient<typeof DirectoryService>, 'getCompanies' | 'listAgreements'>;
  /** A context under crypto's own service token for the system. */
  readonly self: (causedBy: Ctx) => Ctx;
}

export function createOwnerDirectory({ directory, self }: OwnerDirectoryDeps): OwnerDirectory {
  return {
    async companyExists(ctx, companyId) {
      const { companies } = await directory.getCompanies(self(ctx), { companyIds: [companyId] });
      return companies.some((company) => company.id === companyId);
    },
    async agreementParties(ctx, agreementId) {
      const request = { companyIds: [], onlyLive: false, agreementIds: [agreementId] };
      const { agreements } = await directory.listAgreements(self(ctx), request);
      const found = agreements.find((agreement) => agreement.id === agreementId);
      return found && [found.companyId, found.otherCompanyId];
    },
  };
}
