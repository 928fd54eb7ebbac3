import { describe, expect, it } from 'vitest';
import { samplePattern } from '../testing/samples.ts';
import { deviceLine, outcomeOf, riskLevel } from './attempts.ts';
import { rangeOf, tabOf } from './range.ts';
import { byWeight, factsOf, isLoopback } from './threats.ts';

describe('an attempt', () => {
  it.each([
    [{ success: true, blocked: false }, 'success'],
    [{ success: false, blocked: true }, 'blocked'],
    [{ success: false, blocked: false }, 'failed'],
  ] as const)('%j is %s', (attempt, outcome) => expect(outcomeOf(attempt)).toBe(outcome));

  it.each([
    [70, 'high'],
    [69, 'medium'],
    [40, 'medium'],
    [39, 'low'],
  ] as const)('a risk of %i is %s', (score, level) => expect(riskLevel(score)).toBe(level));

  it('has a line with the claims of the browser', () => {
    expect(deviceLine({ platform: 'Linux', screenResolution: null, timezone: 'Asia/Kolkata' })).toBe(
      'Linux · Asia/Kolkata',
    );
  });
});

describe('the address of the page', () => {
  it('has a valid range and tab, or the default', () => {
    expect(['24', '168', '720', '5', ''].map(rangeOf)).toEqual(['24', '168', '720', '24', '24']);
    expect(['threats', 'x'].map(tabOf)).toEqual(['threats', 'attempts']);
  });
});

describe('a threat', () => {
  it('of an unknown kind shows all its facts as name and value', () => {
    const probe = {
      kind: 'matching_probe',
      source: { kind: 'user', value: '7' },
      recordsCreated: 31,
      isOngoing: true,
      companies: ['Asha Bank'],
      limits: { perHour: 20 },
      facts: [{ name: 'sharedTokens', value: 12 }],
      note: '',
      evidence: [],
    };
    expect(factsOf(probe)).toEqual([
      { name: 'recordsCreated', value: 31 },
      { name: 'isOngoing', value: 'true' },
      { name: 'companies', value: 'Asha Bank' },
      { name: 'perHour', value: 20 },
      { name: 'sharedTokens', value: 12 },
    ]);
  });

  it('with a successful login precedes one with more attempts', () => {
    const [first] = byWeight([samplePattern(), samplePattern({ attempts: 3, successful: 1 })]);
    expect(first?.successful).toBe(1);
  });

  it.each([
    ['127.0.0.9', true],
    ['::1', true],
    ['0:0:0:0::/64', true],
    ['203.0.113.7', false],
  ])('from %s is from the vault’s machine: %s', (address, own) => expect(isLoopback(address)).toBe(own));
});
