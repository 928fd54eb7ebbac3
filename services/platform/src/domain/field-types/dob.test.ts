import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from './canonical.ts';
import { dateOrdersOf } from './date-text.ts';
import { latestBirthDay } from './dob.ts';
import type { DateOrder } from './type-rules.ts';

const now = new Date('2026-11-21T11:00:00Z');
const read = (text: string, dateOrder?: DateOrder) => {
  const result = canonicalise('dob', text, { now, ...(dateOrder === undefined ? {} : { dateOrder }) });
  return result.ok ? result.value : result.reason;
};

describe('a date of birth', () => {
  it.each([
    '5-4-1990',
    '05-04-1990',
    '5/4/1990',
    '5.4.1990',
    '5. 4. 1990',
    '05 / 04 / 1990',
    '05‑04‑1990',
    '5-Apr-1990',
    '5 April 1990',
    '5th april 1990',
    'Apr 5, 1990',
    'APRIL 05 1990',
    '1990-Apr-05',
    '1990-04-05',
    '1990/04/05',
    '1990.4.5',
    '19900405',
    '५/४/१९९०',
    '1990-04-05T00:00',
    '1990-04-05T00:00:00',
    '1990-04-05T00:00:00.000Z',
    '1990-04-05 00:00:00,000',
    '1990-04-05T00:00:00+05:30',
    '1990-04-05 00:00:00 UTC',
    '05/04/1990 00:00',
    '5/4/1990 12:00:00 AM',
    '\u200e05/04/1990\u202c',
  ])('%j is the fifth of April 1990', (text) => {
    expect(read(text)).toBe('1990-04-05');
  });

  it.each([
    ['1990', '1990'],
    ['1990-04', '1990-04'],
    ['1990/4', '1990-04'],
    ['04/1990', '1990-04'],
    ['Apr-1990', '1990-04'],
    ['April 1990', '1990-04'],
    ['२०२६', '2026'],
    ['2026-11', '2026-11'],
  ])('%j is partial: %s', (text, partial) => {
    expect(read(text)).toBe(partial);
    expect(read(partial)).toBe(partial);
  });

  it.each([
    ['29/02/1980', '1980-02-29'],
    ['31 Sept 1990', 'DOB_IMPOSSIBLE'],
    ['1981-02-29', 'DOB_IMPOSSIBLE'],
    ['1790-01-01', 'DOB_IMPOSSIBLE'],
    ['02/29/1980', 'DOB_IMPOSSIBLE'],
    ['1990-13', 'DOB_IMPOSSIBLE'],
    ['1879', 'DOB_IMPOSSIBLE'],
    ['0000', 'DOB_IMPOSSIBLE'],
    ['1990-00-05', 'DOB_IMPOSSIBLE'],
    ['2026-11-22', '2026-11-22'],
    ['2026-11-23', 'DOB_FUTURE'],
    ['2026-12', 'DOB_FUTURE'],
    ['2027', 'DOB_FUTURE'],
    ['1990-04-04T18:30:00Z', 'DOB_TIME'],
    ['1990-04-05 12:00:00', 'DOB_TIME'],
    ['5/4/1990 12:00:00 PM', 'DOB_TIME'],
    ['1990-04 00:00', 'DOB_FORMAT'],
    ['5/4/90', 'DOB_FORMAT'],
    ['5-Apr-90', 'DOB_FORMAT'],
    ['5/4-1990', 'DOB_FORMAT'],
    ['5 Foo 1990', 'DOB_FORMAT'],
    ['5 Marchish 1990', 'DOB_FORMAT'],
    ['32968', 'DOB_FORMAT'],
    ['199004', 'DOB_FORMAT'],
    ['yesterday', 'DOB_FORMAT'],
  ])('%j is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('has the month first only if the order is mdy', () => {
    expect(read('04/05/1990', 'mdy')).toBe('1990-04-05');
    expect(read('4-31-1990', 'mdy')).toBe('DOB_IMPOSSIBLE');
    expect(read('31/12/1990', 'mdy')).toBe('DOB_IMPOSSIBLE');
    for (const text of ['1990-04-05', '5-Apr-1990', 'Apr 5, 1990', '19900405'])
      expect(read(text, 'mdy')).toBe('1990-04-05');
  });

  it('round-trips in every order', () => {
    const day = fc.date({ min: new Date('1880-01-01'), max: now, noInvalidDate: true });
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(4, 7, 10),
        fc.constantFrom<DateOrder>('dmy', 'mdy'),
        (date, length, order) => {
          const iso = date.toISOString().slice(0, length);
          expect(read(iso, order)).toBe(iso);
        },
      ),
    );
  });

  it('is at the latest on the last day of the known year or month', () => {
    const days = ['1990', '1990-02', '1992-02', '1990-11', '1990-04-05'].map(latestBirthDay);
    expect(days).toEqual(['1990-12-31', '1990-02-28', '1992-02-29', '1990-11-30', '1990-04-05']);
  });
});

it.each([
  ['13/04/1990', 'dmy'],
  ['04/13/1990', 'mdy'],
  [' 4-13-1990 00:00', 'mdy'],
  ['4/5/1990', 'either'],
  ['5.5.1990', 'either'],
  ['13/13/1990', null],
  ['31/4/1990', null],
  ['29/2/1990', null],
  ['1990-04-05', null],
  ['5-Apr-1990', null],
  ['1990', null],
  ['', null],
  ['nan', null],
])('the order of %j is %s', (text, order) => {
  expect(dateOrdersOf(text)).toBe(order);
});
