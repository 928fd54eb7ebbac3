import { invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { withoutNulls } from '@pii-vault/platform/postgres/without-nulls';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type GetRegulationTrendRequest,
  type GetTrendRequest,
  TrendService,
} from '@pii-vault/proto/compliance/v1/trend';
import { readRegulationTrend } from './regulation-trend.ts';
import { readTrend } from './trend-store.ts';

const READ = 'analytics:read';
const READ_CHECKS = 'compliance:read';
const MAX_DAYS = 90;

export function trendRpc({
  db,
  zones,
}: {
  readonly db: Pick<Database, 'tenant'>;
  readonly zones: CompanyZones;
}): RpcService {
  return serve(TrendService, {
    getTrend: {
      allow: permission(READ, (req: GetTrendRequest) => req.companyId),
      handle: async (ctx, { companyId, days }) => {
        checkDays(days);
        const scope = scopeWith(ctx.caller, READ, companyId);
        const zone = zones.zoneAmong(scope === 'all' ? 'all' : scope.companies);
        const trend = await db.tenant(scope, (tx) => readTrend(tx, scope, days, zone));
        return { days: trend.map((day) => withoutNulls(day)) };
      },
    },
    getRegulationTrend: {
      allow: permission(READ_CHECKS, (req: GetRegulationTrendRequest) => req.companyId),
      handle: async (ctx, { companyId, days }) => {
        checkDays(days);
        const scope = scopeWith(ctx.caller, READ_CHECKS, companyId);
        const found = await db.tenant(scope, (tx) =>
          readRegulationTrend(tx, companyId, days, zones.zoneOf(companyId)),
        );
        return {
          regulations: found.map((one) => ({
            regulationType: one.regulationType,
            days: one.days.map((day) => withoutNulls(day)),
          })),
        };
      },
    },
  });
}

function checkDays(days: number): void {
  if (days < 1 || days > MAX_DAYS) throw invalidArgument('INVALID_DAYS', `days must be 1 to ${MAX_DAYS}`);
}
