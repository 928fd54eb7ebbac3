import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Scope } from './scopes/scope.ts';

/**
 * Takes the locks of these scopes in a fixed order until the end of the transaction. A writer of edges, entities, hot
 * tokens or decisions of a scope holds its lock; features are written without it. Later statements see everything that
 * the former holder committed. Their generic plans are cached per connection, and each statement has only one possible
 * plan: planning them for every batch costs as much as executing them.
 */
export async function lockScopes(tx: Tx, scopes: readonly Scope[]): Promise<void> {
  await tx.query({
    name: 'lock_scopes',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('lineage ' || scope, 0)),
        set_config('plan_cache_mode', 'force_generic_plan', true)
      FROM (SELECT DISTINCT scope FROM unnest($1::text[]) AS s(scope) ORDER BY scope) AS sorted`,
    values: [scopes],
  });
}
