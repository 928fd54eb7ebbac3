import { type BucketRange, type Join, joinOf } from '../../scoring/blocking-join.ts';
import { clearCommonValues } from '../../scoring/common-values.ts';
import {
  commonnessShares,
  type FeatureColumns,
  KEY_KINDS,
  type KeyKind,
} from '../../scoring/feature-columns.ts';
import { isHandleKind } from '../../scoring/key-buckets.ts';
import type { LinkedPair } from '../../scoring/link-in-bulk.ts';
import type { LinkageModel } from '../../scoring/linkage-model.ts';
import { addCandidates, noCandidates, seenPatterns } from '../../scoring/pattern-counts.ts';
import { type TrainOptions, trainOnPairs } from '../../scoring/train-model.ts';
import type { BulkPool } from './bulk-pool.ts';
import { GRADES, PAIR_NUMBERS } from './bulk-tasks.ts';

/** The records of a space, in order of company and individual. */
export interface JoinedRows {
  readonly columns: FeatureColumns;
  /** Which of two companies each row belongs to; null when all rows are of one company and every pair counts. */
  readonly companies: Uint8Array | null;
}

/** A key that more records share than its kind's cap, or the cell of a common value. */
export interface HotToken {
  readonly token: bigint;
  readonly cap: number;
  readonly isHandle: boolean;
}

/** Groups all kinds of keys. Clears identifiers and dates that too many records share from the columns. */
export async function joinInThreads(
  pool: BulkPool,
  columns: FeatureColumns,
): Promise<{ readonly join: Join; readonly hot: readonly HotToken[] }> {
  const cells = clearCommonValues(columns);
  // Largest kinds first, so that no thread starts one at the end.
  const order = KEY_KINDS.map((kind, at) => ({ kind, at })).sort((x, y) => y.kind.slots - x.kind.slots);
  const found = await Promise.all(
    order.map(async ({ kind, at }) => ({ kind, at, ...(await pool.run('buckets', { columns, kind: at })) })),
  );
  const joining = new Uint32Array(new SharedArrayBuffer(columns.count * 8));
  const buckets = found.toSorted((x, y) => x.at - y.at);
  return {
    join: joinOf(
      joining,
      buckets.map(({ entries, starts }) => ({ entries, starts })),
    ),
    hot: [
      ...cells.map((cell) => ({ token: BigInt(cell), cap: 0, isHandle: true })),
      ...buckets.flatMap(({ kind, hot }) => hot.map((token) => hotToken(kind, token))),
    ],
  };
}

const hotToken = (kind: KeyKind, token: bigint): HotToken => ({
  token,
  cap: kind.cap,
  isHandle: isHandleKind(kind),
});

/** Scores every pair of the join and returns those of at least `threshold`, in order of their rows. */
export async function linkInThreads(
  pool: BulkPool,
  { columns, companies }: JoinedRows,
  join: Join,
  model: LinkageModel,
  threshold: number,
): Promise<LinkedPair[]> {
  const lists = await Promise.all(
    shares(join).map((ranges) => pool.run('link', { columns, companies, join, ranges, model, threshold })),
  );
  return lists.flatMap(pairsOf).sort((x, y) => x.a - y.a || x.b - y.b);
}

function pairsOf(numbers: Float64Array): LinkedPair[] {
  const pairs: LinkedPair[] = [];
  for (let at = 0; at < numbers.length; at += PAIR_NUMBERS)
    pairs.push({
      a: numbers[at] ?? 0,
      b: numbers[at + 1] ?? 0,
      pattern: numbers[at + 2] ?? 0,
      probability: numbers[at + 3] ?? 0,
      grade: GRADES[numbers[at + 4] ?? 0] ?? 'none',
    });
  return pairs;
}

/** Learns a model from the rows. The result equals trainModel's. */
export async function trainInThreads(
  pool: BulkPool,
  { columns, companies }: JoinedRows,
  join: Join,
  options: TrainOptions,
): Promise<LinkageModel> {
  const random = pool.run('random', { columns, pairs: options.randomPairs, seed: options.seed });
  const parts = await Promise.all(
    shares(join).map((ranges) => pool.run('count', { columns, companies, join, ranges })),
  );
  const candidates = noCandidates();
  for (const part of parts) addCandidates(candidates, part);
  const commonness = commonnessShares(columns);
  const seen = { candidates, random: seenPatterns(await random), commonness };
  return trainOnPairs(columns.count, options, seen, pairsOfRows(columns.count, companies));
}

/** Number of all pairs; under an agreement, without those inside one company. */
export function pairsOfRows(count: number, companies: Uint8Array | null): number {
  if (companies === null) return (count * (count - 1)) / 2;
  const [own, others] = rowsOfEach(count, companies);
  return own * others;
}

/** Rows of the first and of the second of two companies. */
export function rowsOfEach(count: number, companies: Uint8Array): readonly [number, number] {
  const others = companies.subarray(0, count).reduce((sum, place) => sum + place, 0);
  return [count - others, others];
}

/** Pairs per task: small enough that threads finish together, large enough that dispatch costs nothing. */
const SHARE_PAIRS = 50_000;

/** Splits the buckets of all kinds into parts with about equal numbers of pairs. */
function shares({ buckets }: Join): BucketRange[][] {
  const all: BucketRange[][] = [];
  let share: BucketRange[] = [];
  let pairs = 0;
  for (const [kind, { starts }] of buckets.entries()) {
    let from = 0;
    for (let bucket = 0; bucket + 1 < starts.length; bucket += 1) {
      const size = (starts[bucket + 1] ?? 0) - (starts[bucket] ?? 0);
      pairs += (size * (size - 1)) / 2;
      if (pairs < SHARE_PAIRS) continue;
      all.push([...share, { kind, from, to: bucket + 1 }]);
      [share, pairs, from] = [[], 0, bucket + 1];
    }
    if (from + 1 < starts.length) share.push({ kind, from, to: starts.length - 1 });
  }
  return share.length === 0 ? all : [...all, share];
}
