import { parentPort, workerData } from 'node:worker_threads';
import { EdgeIds } from '@pii-vault/lineage/links/edge-ids';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { openDatabase } from '@pii-vault/platform/postgres/open-database';
import { EncodingPool } from '@pii-vault/vault/encoding-threads/encoding-pool';
import { cpuClock } from './cpu-time.ts';
import { modelsOf } from './match-scopes.ts';
import type { NewRecords, NewRecordTimes } from './new-records.ts';
import { loadInBatches, loadOneByOne } from './one-by-one.ts';
import { storeKeysOf } from './store-keys.ts';

const THREADS = 2;

const { database, key, model, scopes, warmUp, oneByOne, inBatches }: NewRecords = workerData;
const db = openDatabase({ service: 'lineage', ...database, log: silentLogger() });
const pool = new EncodingPool(THREADS);
try {
  const deps = {
    db,
    pool,
    keys: storeKeysOf(key),
    models: modelsOf(model),
    edgeIds: new EdgeIds(db),
    scopes,
  };
  await loadOneByOne(deps, warmUp);
  const spent = await cpuClock(db);
  const before = await spent();
  const latencies = await loadOneByOne(deps, oneByOne);
  const between = await spent();
  const perSecond = await loadInBatches(deps, inBatches);
  const cpuMs = {
    oneByOne: (between - before) / oneByOne.length,
    inBatches: ((await spent()) - between) / inBatches.length,
  };
  parentPort?.postMessage({ latencies, perSecond, cpuMs } satisfies NewRecordTimes);
} finally {
  await pool.stop();
  await db.close();
}
