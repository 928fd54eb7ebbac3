import { describe, expect, it } from 'vitest';
import { possibleValues } from './check-answers.ts';

const said = [
  { value: 'first', sentAt: 0, answeredAt: 10 },
  { value: 'second', sentAt: 20, answeredAt: 30 },
  { value: 'third', sentAt: 40, answeredAt: undefined },
];
const seen = (sentAt: number, answeredAt: number) => [...possibleValues(said, { sentAt, answeredAt })];

describe('what a reader may see', () => {
  it('is what was acknowledged last before it asked', () => {
    expect(seen(12, 15)).toEqual(['first']);
    expect(seen(31, 35)).toEqual(['second']);
  });

  it('or what was on its way meanwhile', () => {
    expect(seen(12, 25)).toEqual(['first', 'second']);
    expect(seen(31, 45)).toEqual(['second', 'third']);
    expect(seen(500, 510)).toEqual(['second', 'third']);
  });

  it('is nothing before anything was acknowledged', () => {
    expect(seen(5, 8)).toEqual([undefined, 'first']);
    expect([...possibleValues([], { sentAt: 0, answeredAt: 1 })]).toEqual([undefined]);
  });
});
