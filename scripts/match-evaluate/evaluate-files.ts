import { randomBytes } from 'node:crypto';
import { memberCipher } from '@pii-vault/lineage/matching/bucket-members';
import { installModels } from '@pii-vault/lineage/matching/models';
import type { LinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import { EncodingPool } from '@pii-vault/vault/encoding-threads/encoding-pool';
import { type EvaluatedScope, openScopes } from './evaluated-scopes.ts';
import { type LoadDeps, type PlacedRow, rowLoader } from './load-rows.ts';
import { type MatchDeps, matchScope, modelsOf } from './match-scopes.ts';
import { bringNewRecords } from './new-records.ts';
import type { Latencies } from './one-by-one.ts';
import { type EvaluateOptions, PRODUCT_LEARNS_FROM } from './options.ts';
import { openOwnDatabase } from './own-database.ts';
import { type FoundPair, PlacedRows } from './placed-rows.ts';
import { streamRows } from './read-rows.ts';
import { storeKeysOf } from './store-keys.ts';

export interface Evaluation {
  readonly rows: PlacedRows;
  /** Of at least the threshold, by place of their rows. */
  readonly pairs: readonly FoundPair[];
  readonly times: { encodeMs: number; trainMs: number; matchMs: number; persistMs: number };
  readonly incremental?: Latencies & { readonly cpuMs: number };
  readonly batched?: { readonly perSecond: number; readonly cpuMs: number };
}

const THREADS = 2;

/** @param given a model; else each scope learns one out of `prior`, or takes it when it has few rows. @throws Error as streamRows */
export async function evaluateFiles(
  options: EvaluateOptions,
  prior: LinkageModel,
  given?: LinkageModel,
): Promise<Evaluation> {
  for (const file of options.files) await firstRow(file, options);
  const own = await openOwnDatabase();
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
    // What this pass found is written; kept beside what comes now, it would only be in the collector's way.
    await matchAll(match, scopes, rows);
    collectGarbage();
    await own.settle();
    const model = given ?? prior;
    const parts = partsOf(heldBack, options);
    const brought = await bringNewRecords({ database: own.database, key, model, scopes, ...parts });
    // Those who came one by one are seen by a second pass, whose times do not count.
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

/** A pass of a million rows leaves more behind than it is worth to keep while new records come and the next pass reads. */
const collectGarbage = (): void => void globalThis.gc?.();

const twoDigits = (value: number): number => Math.round(value * 100) / 100;

/** How many come before those that are measured: a service has compiled its code and planned its statements. */
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

/** What is wrong with a file is mostly wrong with its first row, too. */
async function firstRow(file: string, options: EvaluateOptions): Promise<void> {
  for await (const _ of streamRows(file, options)) return;
}

interface LoadedFiles {
  readonly rows: PlacedRows;
  /** The last rows, which are not loaded. */
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

/** Scope after scope: the features of one are gone before the next one's are read. */
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
