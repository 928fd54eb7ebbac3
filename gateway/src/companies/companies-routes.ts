import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';
import type { Company as StoredCompany } from '@pii-vault/proto/tenancy/v1/companies';
import type { Clients } from '../clients.ts';
import type { Handlers, Reply } from '../edge/handler.ts';
import { type ExportDeps, exportList } from '../files/export-list.ts';
import { awaitAll } from '../wire/await-all.ts';
import { etagOf } from '../wire/etag.ts';
import { fallbackIfUnavailable, ifPermitted } from '../wire/optional-response.ts';
import { present } from '../wire/values.ts';
import { type CompanyFigures, noFigures, toCompany } from './companies-mapper.ts';
import { type FiguresDeps, gatherFigures } from './company-figures.ts';

/** CSV columns of the list; several values in a cell are separated by spaces. */
const companyColumns: Columns<Company> = {
  id: (company) => company.id,
  name: (company) => company.name,
  code: (company) => company.code,
  tier: (company) => company.tier,
  status: (company) => company.status,
  timeZone: (company) => company.timeZone,
  individuals: (company) => company.individuals,
  piiRecords: (company) => company.piiRecords,
  encryptionKeys: (company) => company.encryptionKeys,
  complianceStatus: (company) => company.compliance.status,
  complianceScore: (company) => company.compliance.score,
  dataTypes: (company) => company.dataTypes.join(' '),
  aadhaarStatus: (company) => company.aadhaarStatus,
  lastActivityAt: (company) => company.lastActivityAt,
  createdAt: (company) => company.createdAt,
  updatedAt: (company) => company.updatedAt,
};

type Deps = Pick<Clients, 'companies'> & ExportDeps & FiguresDeps;

const noChecks = { checks: [] };

/** With figures of other services; configurations are JSON in messages. */
export function companiesHandlers(deps: Deps): Handlers<KeysOf<'companies'>> {
  return {
    'GET /companies': async ({ ctx }) => ({ body: await listCompanies(deps, ctx) }),
    'GET /companies/export': async ({ ctx, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'companies',
          format: query.format,
          columns: companyColumns,
          page: async (ctx) => ({ rows: await listCompanies(deps, ctx), next: undefined }),
        },
      ),
    'GET /companies/summary': async ({ ctx }) => ({ body: await summarize(deps, ctx) }),
    'POST /companies': async ({ ctx, body }) => {
      const { company } = await deps.companies.createCompany(ctx, body);
      return toReply(present(company), noFigures);
    },
    'PUT /companies/{id}': async ({ ctx, params, body, ifRowVersion }) => {
      const { company } = await deps.companies.updateCompany(ctx, {
        ...params,
        ...body,
        brandingConfig: toText(body.brandingConfig),
        complianceRequirements: toText(body.complianceRequirements),
        ifRowVersion,
      });
      return withFigures(deps, ctx, present(company));
    },
    'POST /companies/{id}/status': async ({ ctx, params, body, ifRowVersion }) => {
      const change = { ...params, ...body, ifRowVersion };
      const { company } = await deps.companies.setCompanyStatus(ctx, change);
      return withFigures(deps, ctx, present(company));
    },
    'POST /companies/{id}/reactivation-requests': async ({ ctx, params, body }) => {
      const { company } = await deps.companies.requestReactivation(ctx, { ...params, ...body });
      return withFigures(deps, ctx, present(company));
    },
    'POST /companies/{id}/reactivation-requests/refuse': async ({ ctx, params }) => {
      const { company } = await deps.companies.refuseReactivation(ctx, params);
      return withFigures(deps, ctx, present(company));
    },
  };
}

/** All companies of the caller; the list has no pages. */
async function listCompanies(deps: Deps, ctx: Ctx): Promise<Company[]> {
  const { companies } = await deps.companies.listCompanies(ctx, {});
  const figures = await gatherFigures(deps, ctx, companies);
  return companies.map((company) => toCompany(company, figures(company.id)));
}

/**
 * Totals over all companies of the caller. Without compliance, or permission to read it, there are no checks to
 * count.
 */
async function summarize(deps: Deps, ctx: Ctx) {
  const [{ companies }, { checks }] = await awaitAll([
    deps.companies.listCompanies(ctx, {}),
    ifPermitted(
      ctx,
      'compliance:read',
      () => fallbackIfUnavailable(deps.checks.listChecks(ctx, {}), noChecks),
      noChecks,
    ),
  ]);
  const count = (test: (company: StoredCompany) => boolean) => companies.filter(test).length;
  return {
    totalCompanies: companies.length,
    activeCompanies: count(({ status }) => status === 'active'),
    complianceChecks: checks.length,
    multiTenantLinks: count(({ tier }) => tier === 'primary'),
  };
}

const toText = (value: object | undefined) => (value === undefined ? undefined : JSON.stringify(value));

function toReply(company: StoredCompany, figures: CompanyFigures): Reply<Company> {
  return { body: toCompany(company, figures), headers: { ETag: etagOf(company.version) } };
}

async function withFigures(deps: Deps, ctx: Ctx, company: StoredCompany): Promise<Reply<Company>> {
  const figures = await gatherFigures(deps, ctx, [company]);
  return toReply(company, figures(company.id));
}
