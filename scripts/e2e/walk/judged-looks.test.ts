import { describe, expect, it } from 'vitest';
import { JudgedLooks } from './judged-looks.ts';

/** A root with two rows of two cells each; every letter is the look of one element. */
function page(looks: string) {
  const parents = [-1, 0, 1, 1, 0, 4, 4];
  const texts = [...new Set(looks)];
  return { parents, looks: [...looks].map((look) => texts.indexOf(look)), texts };
}

describe('parts of a page that were judged', () => {
  it('are those that look like an earlier one, and are told once and not with all that is in them', () => {
    const judged = new JudgedLooks();
    expect(judged.add(page('HRabRab'), 1440)).toEqual([4]);
    expect(judged.add(page('HRabRab'), 1440)).toEqual([0]);
  });

  it('are new where one thing in them looks otherwise; what else is in them is not', () => {
    const judged = new JudgedLooks();
    expect(judged.add(page('HRabRac'), 1440)).toEqual([5]);
    expect(judged.add(page('HRabRbb'), 1440)).toEqual([1, 5, 6]);
  });

  it('are new in other surroundings, in another order and at another width', () => {
    const judged = new JudgedLooks();
    judged.add(page('HRabRab'), 1440);
    expect(judged.add(page('DRabRab'), 1440)).toEqual([4]);
    expect(judged.add(page('HRbaSab'), 1440)).toEqual([2, 3]);
    expect(judged.add(page('HRabRab'), 390)).toEqual([4]);
  });
});
