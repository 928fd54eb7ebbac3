import { invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { FiguresService, type GetLoginFiguresRequest } from '@pii-vault/proto/identity/v1/figures';
import { loginDays } from './login-days.ts';
import { isTimelineHours, loginPeriods } from './login-hours.ts';

const READ = 'analytics:read';
const WATCH = 'security:read';
/** Twice the longest range, for a comparison with the days before. */
const MAX_DAYS = 180;

export function figuresRpcs({
  db,
  zones,
}: {
  readonly db: Pick<Database, 'tenant'>;
  readonly zones: CompanyZones;
}): RpcService {
  return serve(FiguresService, {
    getLoginFigures: {
      allow: permission(READ, (req: GetLoginFiguresRequest) => req.companyId),
      handle: async (ctx, { companyId, days }) => {
        if (days < 1 || days > MAX_DAYS)
          throw invalidArgument('INVALID_DAYS', `days must be 1 to ${MAX_DAYS}`);
        const scope = scopeWith(ctx.caller, READ, companyId);
        const zone = zones.zoneAmong(scope === 'all' ? 'all' : scope.companies);
        return { days: await db.tenant(scope, (tx) => loginDays(tx, days, zone)) };
      },
    },
    getLoginTimeline: {
      allow: permission<unknown>(WATCH),
      handle: async (ctx, { hours }) => {
        if (!isTimelineHours(hours))
          throw invalidArgument('INVALID_HOURS', 'hours must be 24, 168 or 720, or twice as many');
        const scope = scopeWith(ctx.caller, WATCH);
        const zone = zones.zoneAmong(scope === 'all' ? 'all' : scope.companies);
        return { periods: await db.tenant(scope, (tx) => loginPeriods(tx, hours, zone)) };
      },
    },
  });
}
