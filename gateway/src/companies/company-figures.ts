import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Company as StoredCompany } from '@pii-vault/proto/tenancy/v1/companies';
import type { Clients } from '../clients.ts';
import { awaitAll } from '../wire/await-all.ts';
import { fallbackIfUnavailable, ifPermitted } from '../wire/optional-response.ts';
import { userNames } from '../wire/user-names.ts';
import { type CompanyFigures, noFigures } from './companies-mapper.ts';

export type FiguresDeps = Pick<
  Clients,
  'vaultStats' | 'keyRegister' | 'checks' | 'trail' | 'userDirectory'
> & {
  self: () => Ctx;
};

const none = { companies: [] };

/** One RPC per service, for any number of companies. Figures without permission stay empty. */
export async function gatherFigures(deps: FiguresDeps, ctx: Ctx, companies: readonly StoredCompany[]) {
  const companyIds = companies.map(({ id }) => id);
  if (companyIds.length === 0) return () => noFigures;
  const own = { ...deps.self(), requestId: ctx.requestId, deadlineAt: ctx.deadlineAt };
  const [stats, keys, compliance, activity, names] = await awaitAll([
    ifPermitted(ctx, 'pii:read', () => deps.vaultStats.getCompanyStats(ctx, { companyIds }), { stats: [] }),
    deps.keyRegister.companyKeyStats(ctx, { companyIds }),
    ifPermitted(
      ctx,
      'compliance:read',
      () => fallbackIfUnavailable(deps.checks.companyStatuses(ctx, { companyIds }), none),
      none,
    ),
    fallbackIfUnavailable(deps.trail.lastActivity(own, { companyIds }), none),
    userNames(
      deps,
      own,
      companies.flatMap(({ reactivation }) => reactivation?.requestedBy ?? []),
    ),
  ]);
  return (id: number): CompanyFigures => {
    const requestedBy = companies.find((each) => each.id === id)?.reactivation?.requestedBy;
    const key = keys.companies.find((each) => each.companyId === id);
    return {
      stats: stats.stats.find((each) => each.companyId === id),
      keys: (key?.active ?? 0) + (key?.retiring ?? 0),
      compliance: compliance.companies.find((each) => each.companyId === id),
      lastActivityAt: activity.companies.find((each) => each.companyId === id)?.lastActivityAt,
      requester: requestedBy === undefined ? undefined : names.get(requestedBy),
    };
  };
}
