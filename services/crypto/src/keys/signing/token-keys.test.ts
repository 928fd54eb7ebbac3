import { expect, it } from 'vitest';
import { PUBLISHED_BEFORE_MS, tokenKeySet } from './token-keys.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const key = (version: number, isActive: boolean, ageMs: number, replacedAt?: Date) => ({
  keyId: `k${version}`,
  version,
  isActive,
  reference: '',
  algorithm: 'Ed25519' as const,
  publicKey: undefined,
  createdAt: new Date(NOW.getTime() - ageMs),
  replacedAt,
});

it('signs with a new key only after it was published for a while', () => {
  const former = key(1, false, 10 * PUBLISHED_BEFORE_MS);
  const signerAt = (age: number) => tokenKeySet([former, key(2, true, age)], NOW).signing.version;
  expect([signerAt(0), signerAt(PUBLISHED_BEFORE_MS - 1), signerAt(PUBLISHED_BEFORE_MS)]).toEqual([1, 1, 2]);
});

it('signs with the only key at once, and fails without a key', () => {
  expect(tokenKeySet([key(1, true, 0)], NOW).signing.version).toBe(1);
  expect(() => tokenKeySet([key(1, false, 0)], NOW)).toThrow('no token key');
});

it('publishes a replaced key only until its last token has expired, even if it is stored longer', () => {
  const versionsAt = (hours: number) => {
    const former = key(1, false, 99 * HOUR_MS, new Date(NOW.getTime() - hours * HOUR_MS));
    return tokenKeySet([former, key(2, true, hours * HOUR_MS)], NOW).live.map(({ version }) => version);
  };
  expect([versionsAt(25), versionsAt(25.1)]).toEqual([[1, 2], [2]]);
});
