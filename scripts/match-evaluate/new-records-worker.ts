import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '@pii-vault/platform/db/open-database';
import { EncodingPool } from '@pii-vault/vault/encoding-threads/encoding-pool';
import { modelsOf } from './match-scopes.ts';
import type { BroughtRecords, NewRecords } from './new-records.ts';
import { loadInBatches, loadOneByOne } from './one-by-one.ts';
import { silent } from './own-database.ts';
import { runKeys } from './run-keys.ts';

const THREADS = 2;

const { database, key, model, scopes, warmUp, oneByOne, inBatches }: NewRecords = workerData;
const db = openDatabase({ service: 'lineage', ...database, isPipelined: true, log: silent });
const pool = new EncodingPool(THREADS);
try {
  const deps = { db, pool, keys: runKeys(key), models: modelsOf(model), scopes };
  await loadOneByOne(deps, warmUp);
  const latencies = await loadOneByOne(deps, oneByOne);
  const perSecond = await loadInBatches(deps, inBatches);
  parentPort?.postMessage({ latencies, perSecond } satisfies BroughtRecords);
} finally {
  await pool.stop();
  await db.close();
}
