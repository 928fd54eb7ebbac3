import type { Caller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import type { Scope } from '@pii-vault/platform/postgres/database';
import { caller, freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  CompaniesService,
  type Company as ProtoCompany,
  type CompanyContact as ProtoContact,
  type CompanyProfile as ProtoProfile,
  type UpdateCompanyRequest,
} from '@pii-vault/proto/tenancy/v1/companies';
import type { Company, CompanyContact } from './company.ts';
import { listCompanies } from './company-store.ts';
import { createCompany } from './create-company.ts';
import { type DeleteCompanyDeps, deleteCompany } from './delete-company.ts';
import { refuseReactivation, requestReactivation } from './request-reactivation.ts';
import { setCompanyStatus } from './set-company-status.ts';
import { updateCompany } from './update-company.ts';

export function companyRpcs(deps: DeleteCompanyDeps): RpcService {
  const remove = deleteCompany(deps);
  const create = createCompany(deps);
  const update = updateCompany(deps);
  const request = requestReactivation(deps);
  const refuse = refuseReactivation(deps);
  const setStatus = setCompanyStatus(deps);
  return serve(CompaniesService, {
    createCompany: {
      allow: permission('company:create'),
      handle: async (ctx, req) => ({ company: shownTo(ctx, await create(ctx, req)) }),
    },
    listCompanies: {
      allow: caller(),
      handle: async (ctx) => {
        const companies = await deps.db.tenant(ownCompanies(ctx.caller), listCompanies);
        return { companies: companies.map((company) => shownTo(ctx, company)) };
      },
    },
    updateCompany: {
      allow: freshProof(
        permission('company:manage', (req: UpdateCompanyRequest) => req.id),
        ({ name, code, tier }) => [name, code, tier].some((given) => given !== undefined),
      ),
      handle: async (ctx, { id, ifRowVersion, profile, ...fields }) => {
        const change = { ...fields, profile: profile && profileOf(profile) };
        return { company: shownTo(ctx, await update(ctx, { id, change, ifRowVersion })) };
      },
    },
    setCompanyStatus: {
      allow: freshProof(permission('company:manage', (req) => req.id)),
      handle: async (ctx, req) => ({ company: shownTo(ctx, await setStatus(ctx, req)) }),
    },
    requestReactivation: {
      allow: permission('company:manage', (req) => req.id),
      handle: async (ctx, req) => ({ company: shownTo(ctx, await request(ctx, req)) }),
    },
    refuseReactivation: {
      allow: permission('company:create'),
      handle: async (ctx, { id }) => ({ company: shownTo(ctx, await refuse(ctx, id)) }),
    },
    deleteCompany: {
      allow: freshProof(permission('company:create')),
      handle: async (ctx, req) => {
        await remove(ctx, req);
        return {};
      },
    },
  });
}

/** With its open request to end the suspension, for those who manage the company. */
function shownTo({ caller: viewer }: Ctx, company: Company): ProtoCompany {
  const { reactivationRequestedAt, reactivationRequestedBy, reactivationReason } = company;
  const isOpen =
    reactivationRequestedAt !== null && reactivationRequestedBy !== null && reactivationReason !== null;
  if (!isOpen || !hasPermission(viewer, 'company:manage', company.id)) return toProto(company);
  const reactivation = {
    requestedAt: reactivationRequestedAt,
    requestedBy: reactivationRequestedBy,
    reason: reactivationReason,
  };
  return { ...toProto(company), reactivation };
}

const contactOf = (contact: ProtoContact | undefined): CompanyContact => ({
  name: contact?.name ?? '',
  email: contact?.email ?? '',
  phone: contact?.phone ?? '',
});

/** Without the parts that were not sent; so is a profile that was never written. */
const profileOf = (profile: Partial<ProtoProfile>) => ({
  grievanceOfficer: contactOf(profile.grievanceOfficer),
  dataProtectionOfficer: contactOf(profile.dataProtectionOfficer),
  address: profile.address ?? '',
  isSignificant: profile.isSignificant ?? false,
  regulators: profile.regulators ?? [],
});

export function toProto({ rowVersion: version, ...company }: Company): ProtoCompany {
  return {
    ...company,
    version,
    profile: profileOf(company.profile),
    brandingConfig: JSON.stringify(company.brandingConfig),
    complianceRequirements: JSON.stringify(company.complianceRequirements),
  };
}

/** All companies of a caller, for any permission there. */
function ownCompanies(caller: Caller): Scope {
  if (caller.kind !== 'user') return { companies: [] };
  return caller.isSuperAdmin ? 'all' : { companies: [...caller.companies.keys()] };
}
