import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { withoutNulls } from '@pii-vault/platform/postgres/without-nulls';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { RegisterDeadlinesService } from '@pii-vault/proto/compliance/v1/deadlines';
import { readDeadlines } from './deadline-store.ts';

const READ = 'compliance:read';

/** What the registers wait for, for the dashboard: counts and times only, no text is opened. */
export function deadlinesRpc({ db }: { readonly db: Pick<Database, 'tenant'> }): RpcService {
  return serve(RegisterDeadlinesService, {
    getDeadlines: {
      allow: permission(READ),
      handle: async (ctx) => {
        const found = await db.tenant(scopeWith(ctx.caller, READ), (tx) => readDeadlines(tx, new Date()));
        return {
          incidents: withoutNulls(found.incidents),
          grievances: withoutNulls(found.grievances),
          accessReviews: withoutNulls(found.accessReviews),
        };
      },
    },
  });
}
