import type { Database } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { TrailFactsService } from '@pii-vault/proto/audit/v1/trail_facts';
import { treeSize } from '../../tree/proofs/proof-store.ts';

/** Any privilege of this service's database roles that permits changing or deleting an entry. */
const MAY_CHANGE = `SELECT bool_or(has_table_privilege(rolname, 'audit_trail', 'UPDATE, DELETE, TRUNCATE')) AS may_change
  FROM pg_roles WHERE rolname IN ('audit_app', 'audit_all', 'audit_system')`;

/** Facts about the trail for compliance. */
export function trailFactsRpc({ db }: { readonly db: Pick<Database, 'system'> }): RpcService {
  return serve(TrailFactsService, {
    getTrailFacts: {
      allow: services(['compliance']),
      handle: () =>
        db.system(async (tx) => {
          const [row] = await tx.query<{ may_change: boolean | null }>(MAY_CHANGE);
          return { appendOnly: row?.may_change === false, entries: await treeSize(tx) };
        }),
    },
  });
}
