import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Company as StoredCompany } from '@pii-vault/proto/tenancy/v1/companies';
import type { Clients } from '../clients.ts';
import type { Handlers, Reply } from '../edge/handler.ts';
import { etagOf, ifMatch } from '../wire/etag.ts';
import { ifHeld, unlessAway } from '../wire/optional-answer.ts';
import { together } from '../wire/together.ts';
import { fromId, present } from '../wire/values.ts';
import { type CompanyFigures, noFigures, toCompany } from './companies-mapper.ts';

type Deps = Pick<Clients, 'companies' | 'vaultStats' | 'keyRegister' | 'checks' | 'trail'> & {
  self: () => Ctx;
};

const none = { companies: [] };
const noChecks = { checks: [] };

export function companiesHandlers(deps: Deps): Handlers<KeysOf<'companies'>> {
  return {
    'GET /companies': async ({ ctx }) => {
      const { companies } = await deps.companies.listCompanies(ctx, {});
      const figures = await gatherFigures(deps, ctx, companies);
      return { body: companies.map((company) => toCompany(company, figures(company.id))) };
    },
    'GET /companies/summary': async ({ ctx }) => {
      const [{ companies }, { checks }] = await together([
        deps.companies.listCompanies(ctx, {}),
        ifHeld(ctx, 'compliance:read', () => unlessAway(deps.checks.listChecks(ctx, {}), noChecks), noChecks),
      ]);
      const count = (test: (company: StoredCompany) => boolean) => companies.filter(test).length;
      return {
        body: {
          totalCompanies: companies.length,
          activeCompanies: count(({ status }) => status === 'active'),
          complianceChecks: checks.length,
          multiTenantLinks: count(({ tier }) => tier === 'primary'),
        },
      };
    },
    'POST /companies': async ({ ctx, body }) => {
      const { company } = await deps.companies.createCompany(ctx, body);
      return toReply(present(company), noFigures);
    },
    'PUT /companies/{id}': async ({ ctx, params, body, request }) => {
      const { name, code, tier, brandingConfig, complianceRequirements } = body;
      const { company } = await deps.companies.updateCompany(ctx, {
        companyId: fromId(params.id),
        name,
        code,
        tier,
        brandingConfig: toText(brandingConfig),
        complianceRequirements: toText(complianceRequirements),
        ifRowVersion: ifMatch(request),
      });
      return withFigures(deps, ctx, present(company));
    },
    'POST /companies/{id}/status': async ({ ctx, params, body, request }) => {
      const { company } = await deps.companies.setCompanyStatus(ctx, {
        companyId: fromId(params.id),
        status: body.status,
        ifRowVersion: ifMatch(request),
      });
      return withFigures(deps, ctx, present(company));
    },
  };
}

const toText = (value: object | undefined) => (value === undefined ? undefined : JSON.stringify(value));

function toReply(company: StoredCompany, figures: CompanyFigures): Reply<Company> {
  return { body: toCompany(company, figures), headers: { ETag: etagOf(company.rowVersion) } };
}

async function withFigures(deps: Deps, ctx: Ctx, company: StoredCompany): Promise<Reply<Company>> {
  const figures = await gatherFigures(deps, ctx, [company]);
  return toReply(company, figures(company.id));
}

/** One RPC per service, whatever the number of companies. What a caller may not know is left empty. */
async function gatherFigures(deps: Deps, ctx: Ctx, companies: readonly StoredCompany[]) {
  const companyIds = companies.map(({ id }) => id);
  if (companyIds.length === 0) return () => noFigures;
  const own = { ...deps.self(), requestId: ctx.requestId, deadlineAt: ctx.deadlineAt };
  const [stats, keys, compliance, activity] = await together([
    ifHeld(ctx, 'pii:read', () => deps.vaultStats.getCompanyStats(ctx, { companyIds }), { stats: [] }),
    deps.keyRegister.companyKeyStats(ctx, { companyIds }),
    ifHeld(
      ctx,
      'compliance:read',
      () => unlessAway(deps.checks.companyStatuses(ctx, { companyIds }), none),
      none,
    ),
    unlessAway(deps.trail.lastActivity(own, { companyIds }), none),
  ]);
  return (id: bigint): CompanyFigures => {
    const key = keys.companies.find((each) => each.companyId === id);
    return {
      stats: stats.stats.find((each) => each.companyId === id),
      keys: (key?.active ?? 0) + (key?.retiring ?? 0),
      compliance: compliance.companies.find((each) => each.companyId === id),
      lastActivityAt: activity.companies.find((each) => each.companyId === id)?.lastActivityAt,
    };
  };
}
