import { matchRecords } from '@pii-vault/lineage/matching/match-records';
import { storeFeatures } from '@pii-vault/lineage/matching/store-features';
import type { LinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import type { Database } from '@pii-vault/platform/db/database';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import type { EncodingPool } from '@pii-vault/vault/encoding-threads/encoding-pool';
import { featuresAt } from './encode-rows.ts';
import type { EvaluatedScope } from './evaluated-scopes.ts';
import type { PlacedRow } from './load-rows.ts';
import { modelsOf } from './match-scopes.ts';

type StoreKeys = Parameters<typeof storeFeatures>[1];
type Features = Parameters<typeof storeFeatures>[3][number];

export interface OneByOneDeps {
  readonly db: Pick<Database, 'system'>;
  readonly pool: EncodingPool;
  readonly keys: StoreKeys;
  readonly model: LinkageModel;
  readonly scopes: readonly EvaluatedScope[];
}

export interface Latencies {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Brings rows in as the product does when one person changes: features and their commit, edges and theirs. */
export async function loadOneByOne(deps: OneByOneDeps, rows: readonly PlacedRow[]): Promise<Latencies> {
  // Records that a crowded key sends back to the matcher are another tick's work, not this record's.
  const matching = { keys: deps.keys, models: modelsOf(deps.model), matchBatch: 0 };
  const times: number[] = [];
  for (const row of rows) {
    const startedAt = performance.now();
    const own = deps.scopes.filter(({ companyIds }) => companyIds.includes(row.companyId));
    const people = await Promise.all(own.map((scope) => featuresOf(deps.pool, scope, row)));
    const touched = await deps.db.system((tx) => storeFeatures(tx, deps.keys, row.companyId, people));
    const scopes = own.map(({ space }) => space.scope);
    await deps.db.system((tx) => matchRecords(matching, tx, testCtx(row.companyId), scopes, touched));
    times.push(performance.now() - startedAt);
  }
  return latenciesOf(times);
}

async function featuresOf(pool: EncodingPool, scope: EvaluatedScope, row: PlacedRow): Promise<Features> {
  const { space, key } = scope;
  const encoded = await pool.encode({ name: space.scope, keyVersion: space.keyVersion, key }, [
    scope.fieldsOf(row.fields),
  ]);
  return {
    individualId: row.individualId,
    version: 1,
    scope: space.scope,
    keyVersion: space.keyVersion,
    encodingVersion: space.encodingVersion,
    isGone: false,
    record: featuresAt(encoded, 0),
  };
}

export function latenciesOf(times: readonly number[]): Latencies {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 100) / 100;
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}
