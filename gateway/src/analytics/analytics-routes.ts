import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { awaitAll } from '../wire/await-all.ts';
import { namesOfActors } from '../wire/user-names.ts';
import { toAccess, toPeopleFigures, toReveals, toTrendDay } from './analytics-mapper.ts';

type Deps = Pick<Clients, 'peopleFigures' | 'accessFigures' | 'loginFigures' | 'trend' | 'userDirectory'> & {
  self: () => Ctx;
};

/** Figures of several services, with names of actors. */
export function analyticsHandlers(deps: Deps): Handlers<KeysOf<'analytics'>> {
  return {
    'GET /analytics': async ({ ctx, query }) => {
      const { days } = query;
      const asked = { companyId: query.companyId, days };
      const [people, access, logins, trend] = await awaitAll([
        deps.peopleFigures.getPeopleFigures(ctx, asked),
        deps.accessFigures.getAccessFigures(ctx, asked),
        deps.loginFigures.getLoginFigures(ctx, asked),
        deps.trend.getTrend(ctx, asked),
      ]);
      const nameOf = await namesOfActors(deps, deps.self(), [...access.byActor, ...access.reveals]);
      return {
        body: {
          days,
          ...toPeopleFigures(people),
          access: toAccess(access, nameOf),
          reveals: toReveals(access, nameOf),
          logins: logins.days.map((one) => ({
            day: one.day,
            successful: one.successful,
            failed: one.failed,
            blocked: one.blocked,
          })),
          complianceTrend: trend.days.map(toTrendDay),
        },
      };
    },
  };
}
