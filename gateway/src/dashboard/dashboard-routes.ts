import type { KeysOf } from '@pii-vault/contract/routes';
import type { CompanyStatus } from '@pii-vault/proto/compliance/v1/checks';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { awaitAll } from '../wire/await-all.ts';
import { ifPermitted } from '../wire/optional-response.ts';

type Deps = Pick<Clients, 'peopleFigures' | 'companyFigures' | 'links' | 'checks'>;

/** Figures of several services. */
export function dashboardHandlers(deps: Deps): Handlers<KeysOf<'dashboard'>> {
  return {
    'GET /dashboard/metrics': async ({ ctx, query }) => {
      const companyId = query.companyId;
      const companyIds = companyId === undefined ? [] : [companyId];
      const nothing = { companies: [] };
      const [people, companies, links, standing] = await awaitAll([
        deps.peopleFigures.countIndividuals(ctx, { companyId }),
        deps.companyFigures.countCompanies(ctx, { companyId }),
        deps.links.countCrossLinks(ctx, { companyId }),
        ifPermitted(ctx, 'compliance:read', () => deps.checks.companyStatuses(ctx, { companyIds }), nothing),
      ]);
      const asked = standing.companies.filter(
        (one) => companyId === undefined || one.companyId === companyId,
      );
      return {
        body: {
          totalIndividuals: people.individuals,
          activeCompanies: companies.active,
          crossLinks: links.crossLinks,
          complianceScore: complianceScore(asked),
        },
      };
    },
  };
}

type Standing = Pick<CompanyStatus, 'score' | 'readiness'>;

/** Mean score of the companies; without rules in force their readiness; null when unknown. */
function complianceScore(companies: readonly Standing[]): number | null {
  return mean(companies.map(({ score }) => score)) ?? mean(companies.map(({ readiness }) => readiness));
}

function mean(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : Math.round(known.reduce((a, b) => a + b, 0) / known.length);
}
