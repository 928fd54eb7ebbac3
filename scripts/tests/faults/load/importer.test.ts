import { expect, it } from 'vitest';
import { isStuck } from './importer.ts';

it.each([
  ['paused', 0, { hasFault: false, faultEndedAt: 0 }, 60_001, true],
  ['paused', 0, { hasFault: false, faultEndedAt: 0 }, 60_000, false],
  ['running', 0, { hasFault: false, faultEndedAt: 0 }, 90_000, false],
  ['paused', 0, { hasFault: true, faultEndedAt: 0 }, 90_000, false],
  ['paused', 0, { hasFault: false, faultEndedAt: 75_000 }, 76_000, false],
  ['paused', 0, { hasFault: false, faultEndedAt: 75_000 }, 135_001, true],
  ['paused', 80_000, { hasFault: false, faultEndedAt: 75_000 }, 136_000, false],
] as const)(
  'an import that is %s, not paused at %i, with %o, is stuck at %i: %s',
  (status, at, fault, now, is) => {
    expect(isStuck(status, at, fault, now)).toBe(is);
  },
);
