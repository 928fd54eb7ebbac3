import { parentPort } from 'node:worker_threads';
import { answerJob } from '@pii-vault/platform/core/threads/answer-jobs';
import { exceptInsufficientKeys, type VisitPair, visitBuckets } from '../../scoring/blocking-join.ts';
import { PATTERNS, patternOf } from '../../scoring/comparison-levels.ts';
import { KEY_KINDS, KEY_WORDS } from '../../scoring/feature-columns.ts';
import {
  type BucketRoom,
  bucketRoom,
  bucketsOf,
  clearHot,
  isHandleKind,
  leaveRoom,
  rowOf,
  slotOf,
} from '../../scoring/key-buckets.ts';
import { pairLinker } from '../../scoring/link-in-bulk.ts';
import { rowUnpacker } from '../../scoring/packed-record.ts';
import { candidateCounter, countedPart, noCandidates, randomPairs } from '../../scoring/pattern-counts.ts';
import { openRecord, recordAad } from '../sealed-record.ts';
import { type BulkResults, type BulkTaskName, type BulkTasks, GRADES } from './bulk-tasks.ts';
import { sharedWords } from './shared-columns.ts';

type Doing = { [Name in BulkTaskName]: (task: BulkTasks[Name]) => BulkResults[Name] };

const doing: Doing = {
  open({ block: { scope, companyId, firstRow, ...block }, columns, keys }) {
    const aadOf = recordAad(scope);
    const unpack = rowUnpacker(columns);
    const bytesEach = block.sealed.length / block.individualIds.length;
    const sealed = Buffer.from(block.sealed.buffer, block.sealed.byteOffset, block.sealed.length);
    for (let at = 0; at < block.individualIds.length; at += 1) {
      const key = keys.get(block.keyVersions[at] ?? 0);
      if (key === undefined) throw new Error('A record names a store key that was not handed over');
      const place = {
        companyId,
        individualId: block.individualIds[at] ?? 0,
        version: block.versions[at] ?? 0,
      };
      unpack(
        firstRow + at,
        openRecord(key, aadOf(place), sealed.subarray(at * bytesEach, (at + 1) * bytesEach)),
      );
    }
    return null;
  },

  buckets({ columns, kind: at }) {
    const kind = KEY_KINDS[at];
    if (kind === undefined) throw new RangeError('There is no such kind of key');
    const { entries, starts, hot } = bucketsOf(columns, kind, roomFor(columns.count));
    const words = new BigInt64Array(columns.keys.buffer);
    const keys = new Set<bigint>();
    for (const entry of hot) keys.add(words[(rowOf(entry) * KEY_WORDS) / 2 + slotOf(entry, kind)] ?? 0n);
    if (isHandleKind(kind)) clearHot(columns, kind, { hot });
    return { entries: sharedWords(entries), starts: sharedWords(starts), hot: [...keys] };
  },

  count(task) {
    const counts = noCandidates();
    forEachPair(task, candidateCounter(task.columns, counts));
    return countedPart(counts);
  },

  random({ columns, pairs, seed }) {
    const counts = new Uint32Array(PATTERNS);
    randomPairs(columns.count, pairs, seed, (a, b) => {
      const pattern = patternOf(columns, a, b);
      counts[pattern] = (counts[pattern] ?? 0) + 1;
    });
    return counts;
  },

  link(task) {
    const link = pairLinker(task.columns, task.model, task.threshold);
    const linked: number[] = [];
    const visit = (rowA: number, rowB: number) => {
      const pair = link(rowA, rowB);
      if (pair === undefined) return;
      linked.push(pair.a, pair.b, pair.pattern, pair.probability, GRADES.indexOf(pair.grade));
    };
    forEachPair(task, (kind) => exceptInsufficientKeys(kind, task.model.neverAlone ?? [], visit));
    return Float64Array.from(linked);
  },
};

/** Across companies, two rows of one company are never a pair. */
function forEachPair(
  { columns, join, ranges, companies }: BulkTasks['count'],
  visitorOf: (kind: number) => VisitPair,
): void {
  const across =
    (visit: VisitPair): VisitPair =>
    (a, b, sharesMore) => {
      if (companies?.[a] !== companies?.[b]) visit(a, b, sharesMore);
    };
  for (const range of ranges) {
    const visit = visitorOf(range.kind);
    visitBuckets(columns, join, range, companies === null ? visit : across(visit));
  }
}

/** Reused for the next kind: repeated allocation makes the process grow. */
let kept: (BucketRoom & { readonly rows: number }) | undefined;

function roomFor(rows: number): BucketRoom {
  if (kept?.rows === rows) return kept;
  leaveKept();
  kept = { ...bucketRoom(rows), rows };
  return kept;
}

function leaveKept(): void {
  if (kept !== undefined) leaveRoom(kept);
  kept = undefined;
}

interface Job<Name extends BulkTaskName> {
  readonly job: number;
  readonly name: Name;
  readonly task: BulkTasks[Name];
}

function run<Name extends BulkTaskName>({ job, name, task }: Job<Name>): void {
  answerJob(job, () => {
    if (name !== 'buckets') leaveKept();
    return { result: doing[name](task), moved: [] };
  });
}

parentPort?.on('message', run);
