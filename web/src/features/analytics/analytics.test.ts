import { describe, expect, it } from 'vitest';
import { clockOf, OTHERS, type Reveal, rangeOf, revealFlows, tabOf, weekValues } from './analytics.ts';

const cells = Array.from({ length: 168 }, (_, at) => ({
  weekday: 1 + Math.floor(at / 24),
  hour: at % 24,
  entries: at,
}));

describe('a week', () => {
  it('has a row for each weekday and a column for each hour, whatever the order of the cells is', () => {
    const values = cells.map(({ entries }) => entries);
    expect(weekValues(cells)).toEqual(values);
    expect(weekValues(cells.toReversed())).toEqual(values);
    expect(weekValues([])).toEqual(values.map(() => 0));
    expect([0, 9, 23].map(clockOf)).toEqual(['00:00', '09:00', '23:00']);
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
