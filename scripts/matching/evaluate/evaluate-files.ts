import { randomBytes } from 'node:crypto';
import { memberCipher } from '@pii-vault/lineage/matching/bucket-members';
import { installModels } from '@pii-vault/lineage/matching/models';
import type { LinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import { EncodingPool } from '@pii-vault/vault/encoding-threads/encoding-pool';
import { type EvaluatedScope, openScopes } from './evaluated-scopes.ts';
import { type LoadDeps, type PlacedRow, rowLoader } from './load-rows.ts';
import { type MatchDeps, matchScope, modelsOf } from './match-scopes.ts';
import { addNewRecords } from './new-records.ts';
import type { Latencies } from './one-by-one.ts';
import { type EvaluateOptions, PRODUCT_LEARNS_FROM } from './options.ts';
import { type FoundPair, PlacedRows } from './placed-rows.ts';
import { streamRows } from './read-rows.ts';
import { storeKeysOf } from './store-keys.ts';
import { openTemporaryDatabase } from './temporary-database.ts';

export interface Evaluation {
  readonly rows: PlacedRows;
  /** Pairs with at least the threshold, by row position. */
  readonly pairs: readonly FoundPair[];
  readonly times: { encodeMs: number; trainMs: number; matchMs: number; persistMs: number };
  readonly incremental?: Latencies & { readonly cpuMs: number };
  readonly batched?: { readonly perSecond: number; readonly cpuMs: number };
}

const THREADS = 2;

/**
 * @param given the model to use; if absent, each scope trains one from `prior`, or uses `prior` if it has few rows.
 * @throws Error as streamRows
 */
export async function evaluateFiles(
  options: EvaluateOptions,
  prior: LinkageModel,
  given?: LinkageModel,
): Promise<Evaluation> {
  for (const file of options.files) await firstRow(file, options);
  const own = await openTemporaryDatabase();
  const pool = new EncodingPool(THREADS);
  const times = { encodeMs: 0, trainMs: 0, matchMs: 0, persistMs: 0 };
  const key = randomBytes(32);
  const keys = storeKeysOf(key);
  try {
    const scopes = await openScopes(own.db, options.files.length, options.seed);
    const recordKeys = { store: keys.only, cipher: memberCipher(key) };
    const load = { db: own.db, pool, keys: recordKeys, scopes, spent: times };
    const { rows, heldBack } = await loadFiles(options, load);
    const models = modelsOf(given ?? prior);
    await own.db.system((tx) => installModels(tx, models));
    const learnFrom = given === undefined ? PRODUCT_LEARNS_FROM : Number.POSITIVE_INFINITY;
    const { threshold } = options;
    const match: MatchDeps = { db: own.db, keys, threshold, models, learnFrom, spent: times };
    if (heldBack.length === 0) return { rows, pairs: await matchAll(match, scopes, rows), times };
    // The database has the pairs of this pass: drop them to relieve the garbage collector.
    await matchAll(match, scopes, rows);
    collectGarbage();
    await own.settle();
    const model = given ?? prior;
    const parts = partsOf(heldBack, options);
    const brought = await addNewRecords({ database: own.database, key, model, scopes, ...parts });
    // A second pass, whose times do not count, includes the rows added one by one.
    collectGarbage();
    const again = { ...match, spent: { ...times } };
    const all = await matchAll(again, scopes, rows);
    return {
      rows,
      times,
      pairs: all,
      ...(options.incremental === 0
        ? {}
        : { incremental: { ...brought.latencies, cpuMs: twoDigits(brought.cpuMs.oneByOne) } }),
      ...(options.batched === 0
        ? {}
        : { batched: { perSecond: brought.perSecond, cpuMs: twoDigits(brought.cpuMs.inBatches) } }),
    };
  } finally {
    await pool.stop();
    await own.close();
  }
}

/** Frees the garbage of a pass of a million rows before new records are measured. */
const collectGarbage = (): void => void globalThis.gc?.();

const twoDigits = (value: number): number => Math.round(value * 100) / 100;

/** Number of warm-up rows, so that code is compiled and statements are planned. */
const warmUpOf = ({ incremental, batched }: EvaluateOptions): number =>
  Math.ceil((incremental === 0 ? batched : incremental) / 5);

function partsOf(heldBack: readonly PlacedRow[], options: EvaluateOptions) {
  const warm = warmUpOf(options);
  const one = warm + options.incremental;
  return {
    warmUp: heldBack.slice(0, warm),
    oneByOne: heldBack.slice(warm, one),
    inBatches: heldBack.slice(one),
  };
}

/** Reads the first row, to report errors of a file early. */
async function firstRow(file: string, options: EvaluateOptions): Promise<void> {
  for await (const _ of streamRows(file, options)) return;
}

interface LoadedFiles {
  readonly rows: PlacedRows;
  /** The last rows, which are not loaded at first. */
  readonly heldBack: readonly PlacedRow[];
}

async function loadFiles(options: EvaluateOptions, deps: LoadDeps): Promise<LoadedFiles> {
  const { files, incremental, batched, pairsFile } = options;
  const heldBackRows = warmUpOf(options) + incremental + batched;
  const rows = new PlacedRows(pairsFile !== undefined);
  const heldBack: PlacedRow[] = [];
  const loader = rowLoader(deps);
  for (const [at, file] of files.entries()) {
    let individualId = 0;
    for await (const read of streamRows(file, options)) {
      individualId += 1;
      const row = { ...read, companyId: at + 1, individualId };
      rows.add(row);
      heldBack.push(row);
      const next = heldBack.length > heldBackRows ? heldBack.shift() : undefined;
      if (next !== undefined) await loader.add(next);
    }
  }
  await loader.done();
  rows.close();
  if (rows.count === 0) throw new Error('The files have no rows');
  return { rows, heldBack };
}

/** Matches scope after scope, so that only one scope's features are in memory. */
async function matchAll(deps: MatchDeps, scopes: readonly EvaluatedScope[], rows: PlacedRows) {
  const pairs: FoundPair[] = [];
  for (const scope of scopes) {
    const found = await matchScope(deps, scope);
    for (const pair of found.pairs) {
      if (pair.probability < deps.threshold) continue;
      const [a, b] = [pair.a, pair.b].map((row) => rows.placeOf(found.rows.refOf(row)));
      if (a !== undefined && b !== undefined) pairs.push({ ...pair, a, b });
    }
  }
  return pairs;
}
