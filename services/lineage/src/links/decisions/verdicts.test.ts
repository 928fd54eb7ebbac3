import { expect, it } from 'vitest';
import { statusOf } from './verdicts.ts';

it.each([
  ['lo', { lo: 'rejected', hi: 'verified' }],
  ['hi', { lo: 'verified', hi: 'rejected' }],
  ['hi alone', { lo: null, hi: 'rejected' }],
] as const)('one rejection is enough, whatever the evidence says: %s', (_, verdicts) => {
  expect(statusOf('verified', verdicts)).toBe('rejected');
});
