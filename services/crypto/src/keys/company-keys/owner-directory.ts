import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';

/** Asks tenancy whether an owner exists, once per owner, before its first key is created. */
export interface OwnerDirectory {
  companyExists(ctx: Ctx, companyId: number): Promise<boolean>;
  /** The agreement's two companies; undefined when it does not exist. */
  agreementParties(ctx: Ctx, agreementId: number): Promise<readonly [number, number] | undefined>;
}

export interface OwnerDirectoryDeps {
  readonly directory: Pick<RpcClient<typeof DirectoryServiceService>, 'getCompanies' | 'listAgreements'>;
  /** A context under crypto's own service token for the system. */
  readonly self: (causedBy: Ctx) => Ctx;
}

export function createOwnerDirectory({ directory, self }: OwnerDirectoryDeps): OwnerDirectory {
  return {
    async companyExists(ctx, companyId) {
      const { companies } = await directory.getCompanies(self(ctx), { companyIds: [BigInt(companyId)] });
      return companies.some((company) => Number(company.id) === companyId);
    },
    async agreementParties(ctx, agreementId) {
      const request = { companyIds: [], onlyLive: false, agreementIds: [BigInt(agreementId)] };
      const { agreements } = await directory.listAgreements(self(ctx), request);
      const found = agreements.find((agreement) => Number(agreement.id) === agreementId);
      return found && [Number(found.companyId), Number(found.otherCompanyId)];
    },
  };
}
