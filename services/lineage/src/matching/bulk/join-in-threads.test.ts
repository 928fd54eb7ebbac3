import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRow } from '../../../test/records-by-hand.ts';
import { forEachCandidate } from '../../scoring/blocking-join.ts';
import { levelsOfPattern } from '../../scoring/comparison-levels.ts';
import { sharesPersonalId } from '../../scoring/decide.ts';
import {
  type FeatureColumns,
  FILTER_WORDS,
  HANDLE_FIELDS,
  KEY_KINDS,
} from '../../scoring/feature-columns.ts';
import { clearHotValues } from '../../scoring/key-buckets.ts';
import { type LinkedPair, linkInBulk, pairScorer } from '../../scoring/link-in-bulk.ts';
import { loadLinkageModel } from '../../scoring/linkage-model.ts';
import { seededNumbers } from '../../scoring/pattern-counts.ts';
import { trainModel } from '../../scoring/train-model.ts';
import { type BulkPool, startBulkPool } from './bulk-pool.ts';
import { joinInThreads, linkInThreads, trainInThreads } from './join-in-threads.ts';
import { sharedColumns } from './shared-columns.ts';

const MODEL = loadLinkageModel(new URL('../../../models/prior-5.json', import.meta.url));
const ROWS = 2_000;
const PEOPLE = 700;
const PHONE = HANDLE_FIELDS.indexOf('phone');
const PAN = HANDLE_FIELDS.indexOf('pan');

let pool: BulkPool;
beforeAll(() => {
  pool = startBulkPool(2);
});
afterAll(() => pool.close());

/**
 * Records of people with typing errors; every ninth has the same phone, which is hot, and some have a stranger's PAN.
 */
function register(seed: number): FeatureColumns {
  const next = seededNumbers(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const key = (...parts: readonly number[]) => {
    const bytes = new Uint8Array(16);
    const words = seededNumbers(parts.reduce((sum, part) => Math.imul(sum, 31) + part + 1, 7));
    return bytes.map(() => Math.floor(words() * 256));
  };
  const filter = (of: number) => {
    const bits = seededNumbers(of + 1);
    const words = Uint32Array.from({ length: FILTER_WORDS }, () => Math.floor(bits() * 2 ** 32));
    if (next() < 0.4) words[below(FILTER_WORDS)] = below(2 ** 32);
    return words;
  };
  const columns = sharedColumns(ROWS);
  for (let row = 0; row < ROWS; row += 1) {
    const person = below(PEOPLE);
    const own = (kind: number) =>
      next() < 0.15 ? key(kind, kind === PAN && row % 5 === 0 ? below(PEOPLE) : person) : undefined;
    setRow(columns, row, {
      handles: HANDLE_FIELDS.map((_, at) => (at === PHONE && row % 9 === 0 ? key(99) : own(at))),
      tokens: KEY_KINDS.slice(HANDLE_FIELDS.length).map(({ name }, at) => ({
        kind: name,
        token: key(at, next() < 0.3 ? person % 300 : below(300)),
      })),
      name: filter(person),
      address: next() < 0.8 ? filter(person + PEOPLE) : undefined,
      dob: filter(person + 2 * PEOPLE),
      isNameFull: next() < 0.9,
      isDateWhole: next() < 0.9,
    });
  }
  return columns;
}

const alone = (columns: FeatureColumns) => ({ columns, companies: null });
const options = { version: 'test', encodingVersion: 3, seed: 3, randomPairs: 20_000 };

describe('threads', () => {
  it('find the pairs of one thread for any threshold, always those with one PAN, and clear hot identifiers', async () => {
    const columns = register(1);
    const { join, hot } = await joinInThreads(pool, columns);
    expect(hot.filter(({ isHandle }) => isHandle)).toHaveLength(1);
    const same = register(1);
    clearHotValues(same);
    expect(columns.keys).toEqual(same.keys);
    const score = pairScorer(same, MODEL);
    const scored: LinkedPair[] = [];
    forEachCandidate(same, (a, b) => scored.push(score(a, b)));
    scored.sort((x, y) => x.a - y.a || x.b - y.b);
    const unlikely = scored.filter(
      ({ probability, pattern }) => probability < 0.01 && sharesPersonalId(levelsOfPattern(pattern)),
    );
    expect(unlikely.length).toBeGreaterThan(0);
    expect(unlikely.every(({ grade }) => grade === 'pending')).toBe(true);
    // Close enough to each other that some pair's best case lies just above one of them.
    for (const threshold of [0.01, 0.5, ...[4, 7, 10, 13, 16, 19, 22].map((bits) => 1 - 2 ** -bits)]) {
      const isFound = ({ probability, pattern }: LinkedPair) =>
        probability >= threshold || sharesPersonalId(levelsOfPattern(pattern));
      const expected = JSON.stringify(scored.filter(isFound));
      const found = await linkInThreads(pool, alone(columns), join, MODEL, threshold);
      expect(found.length).toBeGreaterThan(0);
      expect(JSON.stringify(found) === expected).toBe(true);
      expect(linkInBulk(same, MODEL, threshold)).toHaveLength(found.length);
    }
  });

  it('pair no two rows of the same company under an agreement', async () => {
    const columns = register(2);
    const { join } = await joinInThreads(pool, columns);
    const companies = new Uint8Array(new SharedArrayBuffer(ROWS)).fill(1, ROWS / 2);
    const all = await linkInThreads(pool, alone(columns), join, MODEL, 0.5);
    const across = await linkInThreads(pool, { columns, companies }, join, MODEL, 0.5);
    expect(across).toEqual(all.filter(({ a, b }) => companies[a] !== companies[b]));
    expect(across.length).toBeGreaterThan(0);
    expect(across.length).toBeLessThan(all.length);
  });

  it('learn the same model as one thread', async () => {
    const columns = register(3);
    const { join } = await joinInThreads(pool, columns);
    const same = register(3);
    clearHotValues(same);
    expect(await trainInThreads(pool, alone(columns), join, options)).toEqual(trainModel(same, options));
  });

  it('refuse work after one of them has died, and do not hang', async () => {
    const broken = startBulkPool(1);
    expect(broken.isBroken()).toBe(false);
    const task = { columns: sharedColumns(1), kind: 99 };
    const failures = await Promise.allSettled([broken.run('buckets', task), broken.run('buckets', task)]);
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(broken.run('buckets', task)).rejects.toMatchObject({ reason: 'BULK_THREAD_FAILED' });
    expect(broken.isBroken()).toBe(true);
    await broken.close();
  });
});
