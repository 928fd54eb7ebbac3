import { describe, expect, it } from 'vitest';
import { CheckedParts } from './checked-parts.ts';

/** A root with two rows of two cells each; each letter is the fingerprint of an element. */
function page(letters: string) {
  const parents = [-1, 0, 1, 1, 0, 4, 4];
  const texts = [...new Set(letters)];
  return { parents, fingerprints: [...letters].map((letter) => texts.indexOf(letter)), texts };
}

/** Returns the known parts of a page and records it as checked. */
function check(checked: CheckedParts, letters: string, width = 1440): readonly number[] {
  const { known, remember } = checked.compare(page(letters), width);
  remember();
  return known;
}

describe('parts of a page that were checked', () => {
  it('are those that equal an earlier one; only the outermost are reported', () => {
    const checked = new CheckedParts();
    expect(check(checked, 'HRabRab')).toEqual([4]);
    expect(check(checked, 'HRabRab')).toEqual([0]);
  });

  it('are not those of a page whose check was aborted', () => {
    const checked = new CheckedParts();
    checked.compare(page('HRabRab'), 1440);
    expect(check(checked, 'HRabRab')).toEqual([4]);
  });

  it('are new if a descendant differs, but their other descendants are not', () => {
    const checked = new CheckedParts();
    expect(check(checked, 'HRabRac')).toEqual([5]);
    expect(check(checked, 'HRabRbb')).toEqual([1, 5, 6]);
  });

  it('are new with other ancestors, in another order or at another width', () => {
    const checked = new CheckedParts();
    check(checked, 'HRabRab');
    expect(check(checked, 'DRabRab')).toEqual([4]);
    expect(check(checked, 'HRbaSab')).toEqual([2, 3]);
    expect(check(checked, 'HRabRab', 390)).toEqual([4]);
  });
});
