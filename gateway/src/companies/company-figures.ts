import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Company as StoredCompany } from '@pii-vault/proto/tenancy/v1/companies';
import type { Clients } from '../clients.ts';
import { ifHeld, unlessAway } from '../wire/optional-answer.ts';
import { together } from '../wire/together.ts';
import { type CompanyFigures, noFigures } from './companies-mapper.ts';

export type FiguresDeps = Pick<Clients, 'vaultStats' | 'keyRegister' | 'checks' | 'trail'> & {
  self: () => Ctx;
};

const none = { companies: [] };

/** One RPC per service, whatever the number of companies. What a caller may not know is left empty. */
export async function gatherFigures(deps: FiguresDeps, ctx: Ctx, companies: readonly StoredCompany[]) {
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
