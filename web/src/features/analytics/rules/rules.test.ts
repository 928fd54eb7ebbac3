import { describe, expect, it } from 'vitest';
import { OTHERS, type Reveal, revealFlows } from './flows.ts';
import { rangeOf, tabOf } from './view.ts';
import { clockOf, localWeek } from './week.ts';

const cells = Array.from({ length: 168 }, (_, at) => ({
  weekday: 1 + Math.floor(at / 24),
  hour: at % 24,
  entries: at,
}));

describe('a week in the user’s time zone', () => {
  it('is unchanged in UTC', () => {
    const { columns, values } = localWeek(cells, 0);
    expect(columns.slice(0, 2).map(clockOf)).toEqual(['00:00', '01:00']);
    expect(values).toEqual(cells.map(({ entries }) => entries));
  });
  it('at UTC+5:30 starts half an hour after midnight, and Sunday evening becomes Monday', () => {
    const { columns, values } = localWeek(cells, 330);
    expect([columns[0], columns[23]].map((minutes) => clockOf(minutes ?? 0))).toEqual(['00:30', '23:30']);
    // Monday 00:30 in India is Sunday 19:00 UTC.
    expect(values[0]).toBe(6 * 24 + 19);
    expect(values.toSorted((a, b) => a - b)).toEqual(cells.map(({ entries }) => entries));
  });
  it('west of Greenwich, Monday morning becomes Sunday', () => {
    expect(localWeek(cells, -300).values[6 * 24 + 19]).toBe(0);
  });
});

describe('reveals as flows', () => {
  const reveal = (n: number, change: Partial<Reveal> = {}): Reveal => ({
    purpose: 'kyc',
    actorType: 'user',
    actorId: String(n),
    actorName: null,
    people: n,
    ...change,
  });
  it('name the largest, combine the others, and lose none', () => {
    const flows = revealFlows(Array.from({ length: 10 }, (_, n) => reveal(n + 1)));
    expect(flows).toHaveLength(8);
    expect(flows.find(({ recipient }) => recipient === OTHERS)?.people).toBe(1 + 2 + 3);
    expect(flows.reduce((sum, { people }) => sum + people, 0)).toBe(55);
  });
  it('distinguish a user and a client with the same id', () => {
    expect(revealFlows([reveal(1), reveal(1, { actorType: 'api_client' })])).toHaveLength(2);
  });
});

it('an invalid range or tab of the address becomes the default', () => {
  expect(['7', '90', '5'].map(rangeOf)).toEqual(['7', '90', '30']);
  expect(['access', ''].map(tabOf)).toEqual(['access', 'overview']);
});
