import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { GetAccessFiguresResponse } from '@pii-vault/proto/audit/v1/figures';
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
      const withPrevious = { ...asked, days: 2 * days };
      const [people, access, allAccess, logins, trend] = await awaitAll([
        deps.peopleFigures.getPeopleFigures(ctx, withPrevious),
        deps.accessFigures.getAccessFigures(ctx, asked),
        deps.accessFigures.getAccessFigures(ctx, withPrevious),
        deps.loginFigures.getLoginFigures(ctx, withPrevious),
        deps.trend.getTrend(ctx, asked),
      ]);
      const growth = people.growth.slice(-days);
      const loginDays = logins.days.slice(-days);
      const nameOf = await namesOfActors(deps, deps.self(), [...access.byActor, ...access.reveals]);
      return {
        body: {
          days,
          previous: {
            added: sumOf(people.growth.slice(0, -days), ({ added }) => added),
            erased: sumOf(people.growth.slice(0, -days), ({ erased }) => erased),
            entries: sumOf(allAccess.byDay.slice(0, -days), ({ entries }) => entries),
            people: Math.max(0, peopleOf(allAccess) - peopleOf(access)),
            successful: sumOf(logins.days.slice(0, -days), ({ successful }) => successful),
            failed: sumOf(logins.days.slice(0, -days), ({ failed }) => failed),
            blocked: sumOf(logins.days.slice(0, -days), ({ blocked }) => blocked),
          },
          ...toPeopleFigures({ ...people, growth }),
          access: toAccess(access, nameOf),
          reveals: toReveals(access, nameOf),
          logins: loginDays.map((one) => ({
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

function sumOf<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}

const peopleOf = ({ reveals }: Pick<GetAccessFiguresResponse, 'reveals'>): number =>
  sumOf(reveals, ({ people }) => people);
