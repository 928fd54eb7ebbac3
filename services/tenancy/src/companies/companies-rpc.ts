import { caller, freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { optionalNumber } from '@pii-vault/platform/rpc/optional-number';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  CompanyServiceService,
  type Company as ProtoCompany,
  type UpdateCompanyRequest,
} from '@pii-vault/proto/tenancy/v1/companies';
import type { Company } from './company.ts';
import { ownCompanies } from './company-scope.ts';
import { listCompanies } from './company-store.ts';
import { createCompany } from './create-company.ts';
import { type DeleteCompanyDeps, deleteCompany } from './delete-company.ts';
import { setCompanyStatus } from './set-company-status.ts';
import { updateCompany } from './update-company.ts';

export function companyRpcs(deps: DeleteCompanyDeps): RpcService {
  const remove = deleteCompany(deps);
  const create = createCompany(deps);
  const update = updateCompany(deps);
  const setStatus = setCompanyStatus(deps);
  return serve(CompanyServiceService, {
    createCompany: {
      allow: permission('company:create'),
      handle: async (ctx, req) => ({ company: toProto(await create(ctx, req)) }),
    },
    listCompanies: {
      allow: caller(),
      handle: async (ctx) => {
        const companies = await deps.db.tenant(ownCompanies(ctx.caller), listCompanies);
        return { companies: companies.map(toProto) };
      },
    },
    updateCompany: {
      allow: freshProof(
        permission('company:manage', (req: UpdateCompanyRequest) => req.companyId),
        ({ name, code, tier }) => [name, code, tier].some((given) => given !== undefined),
      ),
      handle: async (ctx, req) => {
        const { companyId, ifRowVersion, ...change } = req;
        const input = { companyId: Number(companyId), change, ifRowVersion: optionalNumber(ifRowVersion) };
        return { company: toProto(await update(ctx, input)) };
      },
    },
    setCompanyStatus: {
      allow: freshProof(permission('company:manage', (req) => req.companyId)),
      handle: async (ctx, req) => {
        const input = {
          companyId: Number(req.companyId),
          status: req.status,
          ifRowVersion: optionalNumber(req.ifRowVersion),
        };
        return { company: toProto(await setStatus(ctx, input)) };
      },
    },
    deleteCompany: {
      allow: freshProof(permission('company:create')),
      handle: async (ctx, req) => {
        const ifRowVersion = optionalNumber(req.ifRowVersion);
        await remove(ctx, { companyId: Number(req.companyId), ifRowVersion });
        return {};
      },
    },
  });
}

export function toProto(company: Company): ProtoCompany {
  return {
    id: BigInt(company.id),
    name: company.name,
    code: company.code,
    tier: company.tier,
    status: company.status,
    brandingConfig: JSON.stringify(company.brandingConfig),
    complianceRequirements: JSON.stringify(company.complianceRequirements),
    createdAt: company.createdAt,
    updatedAt: company.updatedAt,
    rowVersion: BigInt(company.rowVersion),
    timeZone: company.timeZone,
  };
}
