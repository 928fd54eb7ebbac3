import { describe, expect, it } from 'vitest';
import { levelsOfPattern, patternOfLevels } from './comparison-levels.ts';
import { KEY_KINDS } from './feature-columns.ts';
import { lowYieldKinds, withoutInsufficientKeys } from './insufficient-alone.ts';
import { addCandidates, aloneAt, countedPart, noCandidates } from './pattern-counts.ts';

const STRANGERS = patternOfLevels([1, 1, 1, 0, 0, 0, 0, 0, 0]);
const LINK = patternOfLevels([6, 6, 5, 0, 0, 0, 0, 0, 0]);
const isMatch = (levels: readonly number[]) => (levels[0] === 6 ? 0.9 : 0.3);
const placeOf = (name: string) => KEY_KINDS.findIndex((kind) => kind.name === name);

/** @param alone by kind: pairs that share only one key of it, and how many of them are links */
function candidatesOf(
  alone: Readonly<Record<string, readonly [pairs: number, links: number]>>,
  links: number,
) {
  const counts = noCandidates();
  counts.all[LINK] = links;
  for (const [name, [pairs, own]] of Object.entries(alone)) {
    counts.alone.set(aloneAt(placeOf(name), STRANGERS), pairs - own);
    counts.alone.set(aloneAt(placeOf(name), LINK), own);
    counts.all[STRANGERS] = (counts.all[STRANGERS] ?? 0) + pairs - own;
    counts.all[LINK] = (counts.all[LINK] ?? 0) + own;
  }
  return counts;
}

describe('lowYieldKinds', () => {
  it('names kinds whose keys alone yield hardly a link, lowest yield first', () => {
    const counts = candidatesOf(
      { word_year: [1_000_000, 20], word_town: [1_000_000, 0], name_pair: [1_000_000, 900] },
      100_000,
    );
    expect(lowYieldKinds(counts, isMatch)).toEqual(['word_town', 'word_year']);
  });

  it('names no kind with few pairs, and no identifier', () => {
    expect(lowYieldKinds(candidatesOf({ word_town: [20_000, 0] }, 1_000), isMatch)).toEqual([]);
    expect(lowYieldKinds(candidatesOf({ phone: [1_000_000, 0] }, 100_000), isMatch)).toEqual([]);
  });

  it('loses no more than three links in a thousand', () => {
    const counts = candidatesOf({ word_year: [5_000_000, 400], word_pin: [5_000_000, 300] }, 100_000);
    expect(lowYieldKinds(counts, isMatch)).toEqual(['word_pin']);
  });
});

describe('withoutInsufficientKeys', () => {
  it('removes pairs that share only one key of these kinds, and nothing else', () => {
    const counts = candidatesOf({ word_year: [10, 2], word_pin: [5, 1] }, 7);
    const left = withoutInsufficientKeys(counts, ['word_year']);
    expect([left[STRANGERS], left[LINK]]).toEqual([4, 8]);
    expect(counts.all[LINK]).toBe(10);
    expect(levelsOfPattern(LINK)[0]).toBe(6);
  });
});

describe('addCandidates', () => {
  it('sums several counts', () => {
    const sum = noCandidates();
    addCandidates(sum, countedPart(candidatesOf({ word_year: [10, 2] }, 7)));
    addCandidates(sum, countedPart(candidatesOf({ word_year: [1, 1] }, 1)));
    expect(sum.all[LINK]).toBe(11);
    expect(sum.alone.get(aloneAt(placeOf('word_year'), LINK))).toBe(3);
  });
});
