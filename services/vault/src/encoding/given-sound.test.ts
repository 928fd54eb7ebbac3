import { describe, expect, it } from 'vitest';
import { givenSound } from './given-sound.ts';
import { nameForms } from './name-forms.ts';
import { nameParts } from './name-parts.ts';
import { DIFFERENT_NAMES, type LabelledPair, SAME_NAMES } from './testing/labelled-names.ts';

/** The code of a given name with a surname, which decides whether two names agree. */
const wholeOf = (given: string) => nameForms(nameParts(`${given} Fernandes`).written).whole;
const agree = ({ one, other }: LabelledPair): boolean => wholeOf(one) === wholeOf(other);
const shown = (pairs: readonly LabelledPair[]) => pairs.map(({ one, other }) => `${one} ${other}`);
const known = (pairs: readonly LabelledPair[]) => pairs.filter(({ isHeldOut }) => !isHeldOut);
const heldOut = (pairs: readonly LabelledPair[]) => pairs.filter(({ isHeldOut }) => isHeldOut);

describe('names as people write them', () => {
  it('are more than 150 pairs of each kind, a third of them held out', () => {
    for (const pairs of [DIFFERENT_NAMES, SAME_NAMES]) {
      expect(known(pairs).length).toBeGreaterThanOrEqual(150);
      expect(heldOut(pairs).length).toBeGreaterThanOrEqual(75);
      expect(new Set(shown(pairs)).size).toBe(pairs.length);
    }
  });

  it('are distinguished when they differ, without exception', () => {
    expect(shown(known(DIFFERENT_NAMES).filter(agree))).toEqual([]);
  });

  it('agree across spellings and scripts', () => {
    const missed = known(SAME_NAMES).filter((pair) => !agree(pair));
    expect(shown(missed)).toEqual(['Omprakash Omparkash']);
  });

  // Not used for tuning; at first run none of the first and three of the second were wrong.
  it('held-out pairs: no two names agree, and at least 95 % of the spellings do', () => {
    expect(heldOut(DIFFERENT_NAMES).filter(agree).length).toBe(0);
    const found = heldOut(SAME_NAMES).filter(agree).length;
    expect(found / heldOut(SAME_NAMES).length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('givenSound', () => {
  it.each([
    ['Lakshmi', ['lakshmi', 'laxmi', 'lekshmi', 'lakshumi']],
    ['Mohammad', ['md', 'mohd', 'muhammad', 'mohammed', 'mohamadh']],
    ['Chaudhary', ['chowdhary', 'choudhari', 'chaudhary']],
    ['Kamla', ['kamala', 'kamla']],
    ['Narendra', ['narendra', 'narender', 'narendar']],
  ])('gives %s one form in all its spellings', (_, spellings) => {
    expect(new Set(spellings.map(givenSound)).size).toBe(1);
  });
});
