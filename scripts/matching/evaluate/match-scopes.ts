import { type BulkPool, startBulkPool } from '@pii-vault/lineage/bulk/bulk-pool';
import { joinInThreads, linkInThreads } from '@pii-vault/lineage/bulk/join-in-threads';
import { modelForPass } from '@pii-vault/lineage/bulk/learn-model';
import { writeMatches } from '@pii-vault/lineage/bulk/match-space';
import { readSpace } from '@pii-vault/lineage/bulk/read-space';
import type { SpaceMatches } from '@pii-vault/lineage/bulk/space-matches';
import { LearntModels } from '@pii-vault/lineage/matching/learnt-models';
import type { Models } from '@pii-vault/lineage/matching/models';
import type { LinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import { lockScopes } from '@pii-vault/lineage/spaces/space-lock';
import { spacesById } from '@pii-vault/lineage/spaces/spaces-store';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { DISCLOSURE } from './disclosure.ts';
import type { EvaluatedScope } from './evaluated-scopes.ts';

type StoreKeys = Parameters<typeof readSpace>[2];

export interface MatchDeps {
  readonly db: Pick<Database, 'system'>;
  readonly keys: StoreKeys;
  readonly threshold: number;
  /** The models that the product would ship. */
  readonly models: Models;
  /** Minimum rows for a scope to train its own model; infinite if a model was given. */
  readonly learnFrom: number;
  readonly spent: { trainMs: number; matchMs: number; persistMs: number };
}

/** Matches a scope as the product does, but also returns pairs below the product's threshold. */
export async function matchScope(deps: MatchDeps, { space }: EvaluatedScope): Promise<SpaceMatches> {
  return await deps.db.system(async (tx) => {
    await lockScopes(tx, [space.scope]);
    const team = startBulkPool();
    const found = await findMatches(deps, tx, team, space).finally(() => team.close());
    const startedAt = performance.now();
    await writeMatches(tx, testCtx(null), found, DISCLOSURE);
    deps.spent.persistMs += performance.now() - startedAt;
    return found;
  });
}

async function findMatches(
  deps: MatchDeps,
  tx: Tx,
  team: BulkPool,
  space: EvaluatedScope['space'],
): Promise<SpaceMatches> {
  const startedAt = performance.now();
  const rows = await readSpace(tx, team, deps.keys, space);
  const { join, hot } = await joinInThreads(team, rows.columns);
  const joinedAt = performance.now();
  const model = await modelForPass(deps, tx, team, await spaceNow(tx, space), rows, join);
  if (model === undefined) throw new Error('No model is installed for this encoding');
  const trainedAt = performance.now();
  const lowest = Math.min(deps.threshold, model.thresholds.pending);
  const pairs = await linkInThreads(team, rows, join, model, lowest);
  deps.spent.trainMs += trainedAt - joinedAt;
  deps.spent.matchMs += joinedAt - startedAt + performance.now() - trainedAt;
  return { space, model, rows, pairs, hot };
}

/** The space with its current model. */
async function spaceNow(tx: Tx, space: EvaluatedScope['space']): Promise<EvaluatedScope['space']> {
  return (await spacesById(tx, [space.id])).get(space.id) ?? space;
}

/** A set of models with only this one. */
export const modelsOf = (model: LinkageModel): Models => ({
  encodingVersion: model.encodingVersion,
  of: (encodingVersion) => (encodingVersion === model.encodingVersion ? model : undefined),
  all: [model],
  learnt: new LearntModels(),
});
