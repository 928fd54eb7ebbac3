import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Disclosure } from '../../disclosure/cross-pairs/disclosure.ts';
import type { StoreKeys } from '../../spaces/keys/store-keys.ts';
import type { Space } from '../../spaces/space.ts';
import type { BulkPool } from './bulk-pool.ts';
import { type HotToken, joinInThreads, linkInThreads } from './join-in-threads.ts';
import type { BulkPools } from './kept-pools.ts';
import { type LearnDeps, modelForPass } from './learn-model.ts';
import { readSpace } from './read-space.ts';
import type { SpaceMatches } from './space-matches.ts';
import { writeEntities } from './write-entities.ts';
import { writeLinks } from './write-links.ts';

export interface MatchSpaceDeps extends LearnDeps {
  readonly keys: StoreKeys;
  readonly pools: BulkPools;
  readonly disclosure: Disclosure;
}

/** Number of records above which the threads' memory is freed before the results are written. */
const KEPT_RECORDS = 200_000;

/**
 * Matches all records of a space at once. The result equals matching them one by one: edges, entities and hot keys. One
 * transaction holds the lock of the scope, so the pass is atomic and can be repeated. It includes records that waited
 * for another match. A space that has grown learns its model again (learn-model.ts) before its edges are written.
 * @returns the number of records of the space
 */
export async function matchSpace(deps: MatchSpaceDeps, tx: Tx, ctx: Ctx, space: Space): Promise<number> {
  // Read before the records: entries queued from now on may be of records that this pass does not see.
  await forgetWaiting(tx, space);
  const found = await deps.pools.lend(
    (pool) => findMatches(deps, tx, pool, space),
    ({ rows }) => rows.columns.count <= KEPT_RECORDS,
  );
  await writeMatches(tx, ctx, found, deps.disclosure);
  return found.rows.columns.count;
}

async function findMatches(
  deps: MatchSpaceDeps,
  tx: Tx,
  pool: BulkPool,
  space: Space,
): Promise<SpaceMatches> {
  const rows = await readSpace(tx, pool, deps.keys, space);
  const { join, hot } = await joinInThreads(pool, rows.columns);
  const model = await modelForPass(deps, tx, pool, space, rows, join);
  if (model === undefined) throw new Error('A space is matched for whose encoding no model ships');
  const pairs = await linkInThreads(pool, rows, join, model, model.thresholds.pending);
  return { space, model, rows, pairs, hot };
}

/** Replaces the space's hot keys, edges and entities with the result. */
export async function writeMatches(
  tx: Tx,
  ctx: Ctx,
  matches: SpaceMatches,
  disclosure: Disclosure,
): Promise<void> {
  await replaceHotTokens(tx, matches.space, matches.hot);
  const joining = await writeLinks(tx, ctx, matches, disclosure);
  await writeEntities(tx, matches, joining);
}

async function forgetWaiting(tx: Tx, { id }: Space): Promise<void> {
  for (const table of ['match_again', 'match_again_together', 'match_removed_tokens'])
    await tx.query(`DELETE FROM ${table} WHERE space_id = $1`, [id]);
}

async function replaceHotTokens(tx: Tx, { id }: Space, hot: readonly HotToken[]): Promise<void> {
  await tx.query('DELETE FROM match_hot_tokens WHERE space_id = $1', [id]);
  if (hot.length === 0) return;
  await tx.query(
    `INSERT INTO match_hot_tokens (space_id, token, cap, is_handle)
     SELECT $1, token, cap, is_handle FROM unnest($2::bigint[], $3::smallint[], $4::bool[]) AS h(token, cap, is_handle)`,
    [id, hot.map(({ token }) => token), hot.map(({ cap }) => cap), hot.map(({ isHandle }) => isHandle)],
  );
}
