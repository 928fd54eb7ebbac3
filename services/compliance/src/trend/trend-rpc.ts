import type { Database } from '@pii-vault/platform/db/database';
import { scopeWith } from '@pii-vault/platform/db/scope-with';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type GetTrendRequest, TrendServiceService } from '@pii-vault/proto/compliance/v1/trend';
import { readTrend } from './trend-store.ts';

const READ = 'analytics:read';
const MAX_DAYS = 90;

export function trendRpc({ db }: { readonly db: Pick<Database, 'tenant'> }): RpcService {
  return serve(TrendServiceService, {
    getTrend: {
      allow: permission(READ, (req: GetTrendRequest) => req.companyId),
      handle: async (ctx, { companyId, days }) => {
        if (days < 1 || days > MAX_DAYS)
          throw new AppError('INVALID_ARGUMENT', 'INVALID_DAYS', `days is 1 to ${MAX_DAYS}`);
        const scope = scopeWith(ctx.caller, READ, companyId);
        const trend = await db.tenant(scope, (tx) => readTrend(tx, scope, days));
        return {
          days: trend.map(({ day, score, readiness, violations }) => ({
            day,
            score: score ?? undefined,
            readiness: readiness ?? undefined,
            violations,
          })),
        };
      },
    },
  });
}
