import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Cache } from '@pii-vault/platform/cache/cache';

const WINDOW_MS = 15 * 60_000;

/**
 * Attempts within 15 minutes before further ones wait. A pair is one identifier from one address: it
 * stops guessing. The identifier's own limit is high and does not apply to addresses from which the
 * account has signed in before, so that a stranger cannot lock its owner out.
 */
export const THROTTLE_LIMITS = { pair: 10, address: 100, identifier: 50, everyone: 2_000 } as const;

export interface LoginThrottle {
  /** Counts an attempt before the password is looked at. False: it has to wait. */
  admit(identifier: string, ipAddress: string, isKnownAddress: boolean): Promise<boolean>;
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
const addressKey = (ip: string) => `login:ip:${digest(addressBlock(ip))}`;
const identifierKey = (identifier: string) => `login:id:${digest(identifier)}`;
const pairKey = (identifier: string, ip: string) =>
  `login:pair:${digest(`${identifier}\n${addressBlock(ip)}`)}`;

// Keys of the shared cache name nobody: an e-mail address in Redis would outlive what we say about it.
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** What one customer of a provider holds: a single IPv4 address, a /64 of IPv6 (as `a:b:c:d::/64`). */
export function addressBlock(ipAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(ipAddress)) return ipAddress;
  const [head = '', tail] = (ipAddress.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  const block = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${block.join(':')}::/64`;
}
