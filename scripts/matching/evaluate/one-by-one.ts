import type { EdgeIds } from '@pii-vault/lineage/links/edge-ids';
import { matchRecords } from '@pii-vault/lineage/matching/match-records';
import type { Models } from '@pii-vault/lineage/matching/models';
import { storeFeatures } from '@pii-vault/lineage/matching/store-features';
import { packRecord } from '@pii-vault/lineage/scoring/packed-record';
import type { Database } from '@pii-vault/platform/postgres/database';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { rowBytes } from '@pii-vault/vault/encoding/encoded-rows';
import type { EncodingPool } from '@pii-vault/vault/encoding-threads/encoding-pool';
import { DISCLOSURE } from './disclosure.ts';
import { type EvaluatedScope, fieldsIn } from './evaluated-scopes.ts';
import type { PlacedRow } from './load-rows.ts';

type StoreKeys = Parameters<typeof storeFeatures>[1];
type Features = Parameters<typeof storeFeatures>[3][number];

export interface OneByOneDeps {
  readonly db: Pick<Database, 'system'>;
  readonly pool: EncodingPool;
  readonly keys: StoreKeys;
  readonly models: Models;
  readonly edgeIds: EdgeIds;
  readonly scopes: readonly EvaluatedScope[];
}

export interface Latencies {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Adds rows as the product does if one person changes: commits the features, then the edges. */
export async function loadOneByOne(deps: OneByOneDeps, rows: readonly PlacedRow[]): Promise<Latencies> {
  const times: number[] = [];
  for (const row of rows) {
    const startedAt = performance.now();
    await loadTogether(deps, [row]);
    times.push(performance.now() - startedAt);
  }
  return latenciesOf(times);
}

const BATCH = 200;

/**
 * Adds rows as the product does if many wait: writes a batch while the previous one is matched. @returns rows per
 * second
 */
export async function loadInBatches(deps: OneByOneDeps, rows: readonly PlacedRow[]): Promise<number> {
  const startedAt = performance.now();
  let last = Promise.resolve();
  for (let from = 0; from < rows.length; from += BATCH) {
    const before = last;
    last = loadTogether(deps, rows.slice(from, from + BATCH));
    // Awaited later; this prevents an unhandled rejection.
    last.catch(() => undefined);
    await before;
  }
  await last;
  return Math.round((1_000 * rows.length) / (performance.now() - startedAt));
}

/** @param rows of one company */
async function loadTogether(deps: OneByOneDeps, rows: readonly PlacedRow[]): Promise<void> {
  // Records that a key over its cap returns to the queue are not part of this record's work.
  const matching = {
    keys: deps.keys,
    models: deps.models,
    edgeIds: deps.edgeIds,
    disclosure: DISCLOSURE,
    matchBatch: 0,
  };
  for (const [companyId, ofCompany] of Map.groupBy(rows, (row) => row.companyId)) {
    const own = deps.scopes.filter(({ companyIds }) => companyIds.includes(companyId));
    const people = await Promise.all(own.map((scope) => featuresOf(deps.pool, scope, ofCompany)));
    const touched = await deps.db.system((tx) => storeFeatures(tx, deps.keys, companyId, people.flat()));
    const scopes = own.map(({ space }) => space.scope);
    await deps.db.system((tx) => matchRecords(matching, tx, testCtx(companyId), scopes, touched));
  }
}

async function featuresOf(
  pool: EncodingPool,
  scope: EvaluatedScope,
  rows: readonly PlacedRow[],
): Promise<Features[]> {
  const { space, key } = scope;
  const encoded = await pool.encode(
    { name: space.scope, keyVersion: space.keyVersion, key },
    rows.map(({ fields }) => fieldsIn(scope, fields)),
  );
  return rows.map(({ individualId }, at) => ({
    individualId,
    version: 1,
    scope: space.scope,
    keyVersion: space.keyVersion,
    encodingVersion: space.encodingVersion,
    isGone: false,
    isWithheld: false,
    packed: packRecord(rowBytes(encoded, at)),
  }));
}

export function latenciesOf(times: readonly number[]): Latencies {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 100) / 100;
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}
