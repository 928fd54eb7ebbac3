import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Scope } from '../scopes/scope.ts';

/**
 * Takes the locks of these scopes in a fixed order and holds them to the end of the transaction. A writer of edges,
 * entities, hot tokens or decisions of a scope holds its lock; features are written without. Statements after this one
 * see all that the former holder committed. They are planned once for each connection: they are built so that there is
 * one way to do them, and planning them for every batch costs as much as doing them.
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
