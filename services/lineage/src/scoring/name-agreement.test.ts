import { describe, expect, it } from 'vitest';
import { type RecordByHand, setRow } from '../../test/records-by-hand.ts';
import { levelsOfPattern, patternOf } from './comparison-levels.ts';
import { allocateColumns, BIRTH_MONTH } from './feature-columns.ts';
import { nameAgreement } from './name-agreement.ts';

const none: RecordByHand = {
  handles: [],
  tokens: [],
  name: new Uint32Array(16).fill(7),
  address: undefined,
  dob: undefined,
  isNameFull: true,
  isDateWhole: true,
};
function twoRows(one: Partial<RecordByHand>, other: Partial<RecordByHand>) {
  const columns = allocateColumns(2);
  for (const [row, record] of [one, other].entries()) setRow(columns, row, { ...none, ...record });
  return columns;
}
const agreement = (one: Partial<RecordByHand>, other: Partial<RecordByHand>) => {
  const columns = twoRows(one, other);
  expect(nameAgreement(columns, 1, 0)).toBe(nameAgreement(columns, 0, 1));
  return nameAgreement(columns, 0, 1);
};

describe('nameAgreement', () => {
  it('is full for one whole name, or one after joining words, both written in full', () => {
    expect(agreement({ codes: [1] }, { codes: [1] })).toBe('full');
    expect(agreement({ codes: [1, 5] }, { codes: [2, 5] })).toBe('full');
    expect(agreement({ codes: [1], isNameFull: false }, { codes: [1] })).toBe('initials');
  });

  it('is by initials when one whole name is an abbreviation of the other', () => {
    for (const at of [2, 5, 9]) {
      const codes = new Array<number>(12).fill(0);
      codes[0] = 1;
      codes[at] = 7;
      expect(agreement({ codes }, { codes: [7], isNameFull: false })).toBe('initials');
    }
  });

  it('is none when names share only an abbreviation, or nothing, or have no code', () => {
    expect(agreement({ codes: [1, 0, 7] }, { codes: [2, 0, 7] })).toBe('none');
    expect(agreement({ codes: [1] }, { codes: [2] })).toBe('none');
    expect(agreement({ codes: [] }, { codes: [] })).toBe('none');
    // Codes of dates are not codes of names.
    const dated = (date: number) => [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, date, date];
    expect(agreement({ codes: dated(9) }, { codes: [9] })).toBe('none');
  });

  it('decides the level of a name, for any similarity of the filters', () => {
    const nameLevel = (one: number[], other: number[]) =>
      levelsOfPattern(patternOf(twoRows({ codes: one }, { codes: other }), 0, 1))[0];
    expect(nameLevel([1], [1])).toBe(7);
    expect(nameLevel([1, 0, 2], [2])).toBe(6);
    expect(nameLevel([1], [2])).toBe(5);
    expect(nameLevel([], [])).toBe(5);
  });
});

describe('birth dates with an unknown day', () => {
  const year = new Uint32Array(16).fill(3);
  const level = (months: readonly [number, number], isDateWhole: boolean) => {
    const codes = months.map((month) => new Array<number>(12).fill(0).with(BIRTH_MONTH, month));
    const [one = [], other = []] = codes;
    const columns = twoRows(
      { codes: one, dob: year, isDateWhole },
      { codes: other, dob: year, isDateWhole: false },
    );
    return levelsOfPattern(patternOf(columns, 0, 1))[2];
  };

  it('share the year unless both months are known and differ', () => {
    for (const isWhole of [true, false]) {
      expect(level([4, 4], isWhole)).toBe(3);
      expect(level([4, 0], isWhole)).toBe(3);
      expect(level([0, 0], isWhole)).toBe(3);
      expect(level([4, 5], isWhole)).toBe(2);
    }
  });
});
