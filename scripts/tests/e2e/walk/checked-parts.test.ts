import { describe, expect, it } from 'vitest';
import { CheckedParts } from './checked-parts.ts';

/** A root with two rows of two cells each; every letter is the fingerprint of one element. */
function page(letters: string) {
  const parents = [-1, 0, 1, 1, 0, 4, 4];
  const texts = [...new Set(letters)];
  return { parents, fingerprints: [...letters].map((letter) => texts.indexOf(letter)), texts };
}

describe('parts of a page that were checked', () => {
  it('are those that look like an earlier one, and are reported once without their content', () => {
    const checked = new CheckedParts();
    expect(checked.add(page('HRabRab'), 1440)).toEqual([4]);
    expect(checked.add(page('HRabRab'), 1440)).toEqual([0]);
  });

  it('are new where one thing in them looks otherwise; what else is in them is not', () => {
    const checked = new CheckedParts();
    expect(checked.add(page('HRabRac'), 1440)).toEqual([5]);
    expect(checked.add(page('HRabRbb'), 1440)).toEqual([1, 5, 6]);
  });

  it('are new in other surroundings, in another order and at another width', () => {
    const checked = new CheckedParts();
    checked.add(page('HRabRab'), 1440);
    expect(checked.add(page('DRabRab'), 1440)).toEqual([4]);
    expect(checked.add(page('HRbaSab'), 1440)).toEqual([2, 3]);
    expect(checked.add(page('HRabRab'), 390)).toEqual([4]);
  });
});
