import { randomBytes } from 'node:crypto';
import { keptPools } from '@pii-vault/lineage/bulk/kept-pools';
import { EdgeIds } from '@pii-vault/lineage/links/edge-ids';
import { importWatch } from '@pii-vault/lineage/matching/import-watch';
import { matchTurn } from '@pii-vault/lineage/matching/match-turn';
import type { MatchDeps } from '@pii-vault/lineage/matching/match-worker';
import { installModels, loadModels } from '@pii-vault/lineage/matching/models';
import { enqueueChanged } from '@pii-vault/lineage/matching/queue-store';
import { throttledCompanies } from '@pii-vault/lineage/matching/throttled-companies';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { rowBytes } from '@pii-vault/vault/encoding/encoded-rows';
import { EncodingPool } from '@pii-vault/vault/encoding-threads/encoding-pool';
import { DISCLOSURE } from './disclosure.ts';
import { type EvaluatedScope, fieldsIn, openScopes } from './evaluated-scopes.ts';
import { type Figures, numbersOf, pairFigures } from './figures.ts';
import { PRODUCT_LEARNS_FROM } from './options.ts';
import type { EvaluatedRow } from './read-rows.ts';
import { storeKeysOf } from './store-keys.ts';
import { openTemporaryDatabase } from './temporary-database.ts';

/** Rows of one company that arrive together. */
export interface Arrival {
  readonly companyId: number;
  readonly rows: readonly EvaluatedRow[];
}

const MODELS = new URL('../../../services/lineage/models/', import.meta.url);
/** The product's defaults. */
const [MATCH_BATCH, BULK_FROM] = [200, 1_000];
const THREADS = 2;
/** More than an import may pause, ms. */
const PAUSE_MS = 600;

/**
 * Matches rows as the product does when they arrive one after another: through its queue, with its shipped model, and
 * with the models that it learns meanwhile. Between two arrivals it has time to match everything. @returns the figures
 * of all pairs of all companies
 */
export async function matchArriving(
  arrivals: readonly Arrival[],
  companies: number,
  seed: number,
): Promise<Figures> {
  const own = await openTemporaryDatabase();
  const pool = new EncodingPool(THREADS);
  try {
    const scopes = await openScopes(own.db, companies, seed);
    const models = loadModels(MODELS);
    await own.db.system((tx) => installModels(tx, models));
    const stored: EvaluatedRow[] = [];
    let now = 0;
    const deps: MatchDeps = {
      db: own.db,
      disclosure: DISCLOSURE,
      keys: storeKeysOf(randomBytes(32)),
      features: featuresOf(pool, scopes, stored),
      edgeIds: new EdgeIds(own.db),
      models,
      matchBatch: MATCH_BATCH,
      bulkFrom: BULK_FROM,
      learnFrom: PRODUCT_LEARNS_FROM,
      pools: keptPools(),
      imports: importWatch(() => now),
      throttled: throttledCompanies(1),
      self: (options) => testCtx(options.company ?? null),
    };
    for (const { companyId, rows } of arrivals) {
      const people = rows.map((row) => ({ companyId, individualId: stored.push(row), version: 1 }));
      await own.db.system((tx) => enqueueChanged(tx, people));
      while (await matchTurn(deps, never));
      now += PAUSE_MS;
      await own.db.system((tx) => tx.query("UPDATE match_spaces SET next_count_at = '-infinity'"));
      await matchTurn(deps, never);
    }
    const pairs = await own.db.system((tx) =>
      tx.query<{ a: number; b: number }>(
        `SELECT lo_individual_id - 1 AS a, hi_individual_id - 1 AS b FROM data_lineage WHERE agreement_id IS NULL
         UNION SELECT lo_individual_id - 1, hi_individual_id - 1 FROM cross_pairs`,
      ),
    );
    return pairFigures(numbersOf(stored.map(({ truth }) => truth)), pairs);
  } finally {
    await pool.stop();
    await own.close();
  }
}

const never = new AbortController().signal;

/** The vault's answers about stored rows; the individual's id is the row's number. */
const featuresOf = (
  pool: EncodingPool,
  scopes: readonly EvaluatedScope[],
  stored: readonly EvaluatedRow[],
): MatchDeps['features'] => ({
  async *pullFeatures(_ctx, { companyId, selection }) {
    const ids =
      selection?.$case === 'individuals' ? selection.value.items.map(({ individualId }) => individualId) : [];
    for (const scope of scopes.filter(({ companyIds }) => companyIds.includes(companyId))) {
      const { space, key } = scope;
      const rows = await pool.encode(
        { name: space.scope, keyVersion: space.keyVersion, key },
        ids.map((id) => fieldsIn(scope, stored[id - 1]?.fields ?? {})),
      );
      const features = ids.map((id, at) => ({
        individualId: id,
        version: 1,
        scope: space.scope,
        keyVersion: space.keyVersion,
        encodingVersion: space.encodingVersion,
        gone: false,
        withheld: false,
        consentEndsAt: undefined,
        ...rowBytes(rows, at),
      }));
      yield { people: [], features };
    }
  },
});
