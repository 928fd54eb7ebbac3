import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { withoutNulls } from '@pii-vault/platform/postgres/without-nulls';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type GetDeadlinesRequest, RegisterDeadlinesService } from '@pii-vault/proto/compliance/v1/deadlines';
import { RULES } from '../../rules/all-rules.ts';
import { latestViolations } from '../check-store.ts';
import { readDeadlines } from './deadline-store.ts';

const READ = 'compliance:read';
const RULE_IDS = RULES.map((rule) => rule.id);

/** What the registers wait for, for the dashboard: counts and times only, no text is opened. */
export function deadlinesRpc({ db }: { readonly db: Pick<Database, 'tenant'> }): RpcService {
  return serve(RegisterDeadlinesService, {
    getDeadlines: {
      allow: permission(READ, (req: GetDeadlinesRequest) => req.companyId),
      handle: async (ctx, { companyId }) => {
        const scope = scopeWith(ctx.caller, READ, companyId);
        const { failing, ...found } = await db.tenant(scope, async (tx) => ({
          ...(await readDeadlines(tx, new Date())),
          failing: await latestViolations(tx, scope, RULE_IDS),
        }));
        return {
          incidents: withoutNulls(found.incidents),
          grievances: withoutNulls(found.grievances),
          accessReviews: withoutNulls(found.accessReviews),
          failingChecks: { count: failing.length, ...failing[0] },
        };
      },
    },
  });
}
