import type { Cache } from '@pii-vault/platform/cache/cache';
import { addressBlock } from './address-block.ts';
import { throttleKey } from './throttle-key.ts';

const WINDOW_MS = 15 * 60_000;

/**
 * Attempts within 15 minutes before further ones wait. A pair is one identifier from one address: it
 * stops guessing. The identifier's own limit is high and does not apply to addresses from which the
 * account has signed in before, so that a stranger cannot lock its owner out.
 */
export const THROTTLE_LIMITS = {
  pair: 10,
  address: 100,
  identifier: 50,
  everyone: 2_000,
  verify: 8,
} as const;

export interface LoginThrottle {
  /** Counts an attempt before the password is looked at. False: it has to wait. */
  admit(identifier: string, ipAddress: string, isKnownAddress: boolean): Promise<boolean>;
  /** Whether a login that has to verify itself may try its password and code: a few times, then it waits. */
  mayVerify(identifier: string, ipAddress: string): Promise<boolean>;
  /** A wrong pair, whatever was wrong with it. */
  failed(identifier: string, ipAddress: string): Promise<void>;
  succeeded(identifier: string, ipAddress: string): Promise<void>;
}

export const THROTTLE_RETRY_MS = 60_000;

export function createLoginThrottle(cache: Pick<Cache, 'get' | 'increment' | 'delete'>): LoginThrottle {
  const failures = async (key: string) => Number((await cache.get(key))?.toString() ?? 0);
  return {
    async admit(identifier, ipAddress, isKnownAddress) {
      // The pair is counted on the way in: parallel guesses cannot all pass before the first failure is written.
      const pair = await cache.increment(pairKey(identifier, ipAddress), WINDOW_MS);
      if (pair > THROTTLE_LIMITS.pair) return false;
      if ((await failures(addressKey(ipAddress))) >= THROTTLE_LIMITS.address) return false;
      if (isKnownAddress) return true;
      if ((await failures(identifierKey(identifier))) >= THROTTLE_LIMITS.identifier) return false;
      return (await failures(EVERYONE)) < THROTTLE_LIMITS.everyone;
    },
    async mayVerify(identifier, ipAddress) {
      const key = throttleKey('login:verify', `${identifier}\n${addressBlock(ipAddress)}`);
      return (await cache.increment(key, WINDOW_MS)) <= THROTTLE_LIMITS.verify;
    },
    async failed(identifier, ipAddress) {
      for (const key of [addressKey(ipAddress), identifierKey(identifier), EVERYONE])
        await cache.increment(key, WINDOW_MS);
    },
    async succeeded(identifier, ipAddress) {
      await cache.delete(pairKey(identifier, ipAddress));
    },
  };
}

const EVERYONE = 'login:everyone';
const addressKey = (ip: string) => throttleKey('login:ip', addressBlock(ip));
const identifierKey = (identifier: string) => throttleKey('login:id', identifier);
const pairKey = (identifier: string, ip: string) =>
  throttleKey('login:pair', `${identifier}\n${addressBlock(ip)}`);
