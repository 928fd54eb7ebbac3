import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RecordByHand, setRow } from '../../test/records-by-hand.ts';
import { forEachCandidate } from './blocking-join.ts';
import { clusterRecords } from './cluster-records.ts';
import {
  COMPARISONS,
  LEVEL_COUNTS,
  levelsOfPattern,
  PATTERNS,
  patternOf,
  patternOfLevels,
} from './comparison-levels.ts';
import { evidenceOf } from './evidence.ts';
import { allocateColumns, type FeatureColumns, HANDLE_FIELDS, hasKey, popcount } from './feature-columns.ts';
import { clearHotValues } from './key-buckets.ts';
import type { LinkedPair } from './link-in-bulk.ts';
import { loadLinkageModel, oddsBits } from './linkage-model.ts';
import { allMeet } from './met-shares.ts';
import { seededNumbers } from './pattern-counts.ts';

const key = (value: number): Uint8Array => new Uint8Array(16).fill(value + 1);
const none: RecordByHand = {
  handles: [],
  tokens: [],
  name: undefined,
  address: undefined,
  dob: undefined,
  isNameFull: true,
  isDateWhole: true,
};
const columnsOf = (records: ReadonlyArray<Partial<RecordByHand>>): FeatureColumns => {
  const columns = allocateColumns(records.length);
  for (const [row, record] of records.entries()) setRow(columns, row, { ...none, ...record });
  return columns;
};
const candidates = (columns: FeatureColumns): string[] => {
  const found: string[] = [];
  forEachCandidate(columns, (a, b) => found.push(`${a}-${b}`));
  return found;
};

const someKey = fc.option(fc.nat(3).map(key), { nil: undefined });
const record = fc.record({
  handles: fc.tuple(someKey, someKey),
  tokens: fc
    .uniqueArray(fc.nat(3), { maxLength: 3 })
    .map((words) => words.map((word) => ({ kind: 'word_pin', token: key(word) }))),
});
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const keysOf = ({ handles, tokens }: Pick<RecordByHand, 'handles' | 'tokens'>): string[] => [
  ...handles.flatMap((handle, slot) => (handle === undefined ? [] : [`${slot} ${hex(handle)}`])),
  ...tokens.map(({ kind, token }) => `${kind} ${hex(token)}`),
];

describe('forEachCandidate', () => {
  it('finds every pair that shares a key, once, for any slot', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), (records) => {
        const expected = records.flatMap((one, a) =>
          records.flatMap((other, b) =>
            a < b && keysOf(one).some((text) => keysOf(other).includes(text)) ? [`${a}-${b}`] : [],
          ),
        );
        expect(candidates(columnsOf(records)).sort()).toEqual(expected.sort());
      }),
    );
  });

  it('skips pairs that share only one key of an insufficient kind', () => {
    const neverAlone = ['word_pin', 'pan'];
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), (records) => {
        const expected = records.flatMap((one, a) =>
          records.flatMap((other, b) => {
            const shared = keysOf(one).filter((text) => a < b && keysOf(other).includes(text));
            return shared.length > 1 || shared[0]?.startsWith('0') ? [`${a}-${b}`] : [];
          }),
        );
        const found: string[] = [];
        forEachCandidate(columnsOf(records), (a, b) => found.push(`${a}-${b}`), neverAlone);
        expect(found.sort()).toEqual(expected.sort());
      }),
    );
  });

  it.each([
    ['a PAN that more than 200', 1, 200],
    ['a phone that more than 24', 2, 24],
  ])('gives no pairs by %s share', (_, slot, cap) => {
    const handles = HANDLE_FIELDS.map((_field, at) => (at === slot ? key(1) : undefined));
    const crowd = (size: number) => columnsOf(Array.from({ length: size }, () => ({ handles })));
    expect(candidates(crowd(cap))).toHaveLength((cap * (cap - 1)) / 2);
    expect(candidates(crowd(cap + 1))).toEqual([]);
  });
});

describe('patternOf', () => {
  const next = seededNumbers(3);
  const filter = () => Uint32Array.from({ length: 16 }, () => Math.floor(next() * 2 ** 32));

  it('is symmetric, and the inverse of levelsOfPattern', () => {
    const columns = columnsOf(
      Array.from({ length: 20 }, (_, i) => ({
        name: filter(),
        codes: [i + 1],
        dob: filter(),
        ...(i % 3 ? { address: filter() } : {}),
      })),
    );
    for (let a = 0; a < 20; a += 1)
      for (let b = 0; b < 20; b += 1) {
        const pattern = patternOf(columns, a, b);
        expect(pattern).toBe(patternOf(columns, b, a));
        expect(pattern).toBeLessThan(PATTERNS);
        const levels = levelsOfPattern(pattern);
        // Random filters have a Dice coefficient of one half.
        expect(levels[0] === LEVEL_COUNTS.name - 1).toBe(a === b);
        expect(levels[0]).toBeGreaterThan(1);
        expect(levels[1] === 0).toBe(a % 3 === 0 || b % 3 === 0);
      }
  });

  it('gives equal, different and missing handles their levels', () => {
    const columns = columnsOf([{ handles: [key(1), key(1)] }, { handles: [key(1), key(2)] }]);
    const levels = levelsOfPattern(patternOf(columns, 0, 1));
    expect(COMPARISONS.map((name, at) => `${name} ${levels[at]}`)).toContain('aadhaar 2');
    expect(levels).toEqual([0, 0, 0, 2, 1, 0, 0, 0, 0]);
  });
});

describe('evidenceOf', () => {
  it('explains a score by weights whose sum is the score', () => {
    const shipped = loadLinkageModel(new URL('../../models/prior-5.json', import.meta.url));
    const learnt = { ...shipped, met: allMeet().fill(0.125) };
    const columns = columnsOf([
      { handles: [key(1), undefined, key(2)] },
      { handles: [undefined, key(3), key(2)] },
      { handles: [undefined, key(3), key(4)] },
    ]);
    for (const model of [shipped, learnt])
      for (const [other, phone] of [
        [1, 2],
        [2, 1],
      ] as const) {
        const evidence = evidenceOf(columns, other, 0, model);
        expect(evidence.levels[5]).toBe(phone);
        const bits = evidence.weights.reduce((sum, weight) => sum + weight, 0);
        expect(Math.abs(bits - oddsBits(evidence.probability))).toBeLessThan(1e-4);
        expect(evidence).toEqual(evidenceOf(columns, 0, other, model));
      }
    // Having met raises the weight of a pair with different phones, and not of a pair with the same phone.
    const gain = (other: number) =>
      (evidenceOf(columns, other, 0, learnt).weights[0] ?? 0) -
      (evidenceOf(columns, other, 0, shipped).weights[0] ?? 0);
    expect([gain(1), gain(2)]).toEqual([0, 3]);
  });
});

describe('clearHotValues', () => {
  it('clears a phone that more than 24 rows share, and nothing else', () => {
    const crowd = columnsOf(
      Array.from({ length: 27 }, (_, row) => ({ handles: [undefined, undefined, key(row < 25 ? 1 : 2)] })),
    );
    clearHotValues(crowd);
    expect(hasKey(crowd, 0, 2)).toBe(false);
    expect(hasKey(crowd, 26, 2)).toBe(true);
  });
});

describe('popcount', () => {
  it('counts the set bits of any word', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (word) => {
        expect(popcount(word)).toBe(word.toString(2).replaceAll('0', '').length);
      }),
    );
  });
});

describe('clusterRecords', () => {
  const edge = (a: number, b: number, probability = 0.999, pattern = 0): LinkedPair => ({
    a,
    b,
    probability,
    pattern,
    grade: 'verified',
  });

  it('gives the same entities for any order of edges', () => {
    const edges = fc.uniqueArray(
      fc.tuple(fc.nat(11), fc.nat(11), fc.nat(5)).filter(([a, b]) => a < b),
      { selector: ([a, b]) => a * 12 + b, maxLength: 20 },
    );
    const columns = columnsOf(
      Array.from({ length: 12 }, (_, row) => ({ handles: row % 4 === 0 ? [key(row)] : [] })),
    );
    fc.assert(
      fc.property(edges, (list) => {
        const pairs = list.map(([a, b, strength]) => edge(a, b, 0.99 + strength / 1_000));
        expect(clusterRecords(columns, pairs.toReversed())).toEqual(clusterRecords(columns, pairs));
      }),
    );
  });

  it('keeps two different Aadhaar numbers apart, also through a third record', () => {
    const columns = columnsOf([{ handles: [key(1)] }, {}, { handles: [key(2)] }]);
    expect([...clusterRecords(columns, [edge(0, 1, 0.9999), edge(1, 2)])]).toEqual([0, 0, 2]);
  });

  it('does not join two full names through initials that fit both', () => {
    // Ramesh Kumar, R. Kumar, Rakesh Kumar.
    const columns = columnsOf([
      { codes: [1, 0, 9] },
      { codes: [9], isNameFull: false },
      { codes: [2, 0, 9] },
    ]);
    const byInitials = patternOfLevels([6, 6, 5, 0, 0, 0, 0, 0, 0]);
    const chain = [edge(0, 1, 0.9999, byInitials), edge(1, 2, 0.999, byInitials)];
    expect([...clusterRecords(columns, chain)]).toEqual([0, 0, 2]);
    const byPan = patternOfLevels([6, 6, 5, 0, 2, 0, 0, 0, 0]);
    expect([...clusterRecords(columns, [...chain, edge(0, 2, 0.99, byPan)])]).toEqual([0, 0, 0]);
  });

  it('requires two edges between groups', () => {
    const columns = columnsOf([{}, {}, {}, {}]);
    const groups = [edge(0, 1, 0.9999), edge(2, 3, 0.9999)];
    expect([...clusterRecords(columns, [...groups, edge(1, 2)])]).toEqual([0, 0, 2, 2]);
    expect([...clusterRecords(columns, [...groups, edge(1, 2), edge(0, 3)])]).toEqual([0, 0, 0, 0]);
  });

  it('joins what a reviewer joined, and never what one separated', () => {
    const columns = columnsOf([{ handles: [key(1)] }, { handles: [key(2)] }, {}, {}]);
    const together = [[0, 1]] as const;
    expect([...clusterRecords(columns, [], { together, apart: [] })]).toEqual([0, 0, 2, 3]);
    const apart = [[1, 3]] as const;
    const chain = [edge(0, 2, 0.9999), edge(2, 3)];
    expect([...clusterRecords(columns, chain, { together: [], apart })]).toEqual([0, 1, 0, 0]);
    expect([...clusterRecords(columns, chain, { together, apart })]).toEqual([0, 0, 0, 3]);
    expect([...clusterRecords(columns, [], { together: [[3, 1]], apart })]).toEqual([0, 1, 2, 3]);
  });

  it('makes no entity of more than 25 records', () => {
    const columns = columnsOf(Array.from({ length: 30 }, () => ({})));
    const star = Array.from({ length: 29 }, (_, i) => edge(0, i + 1));
    expect(clusterRecords(columns, star).filter((root) => root === 0)).toHaveLength(25);
  });
});
