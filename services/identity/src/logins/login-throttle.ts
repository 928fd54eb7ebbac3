import type { Cache } from '@pii-vault/platform/cache/cache';
import { addressBlock } from './address-block.ts';
import { throttleKey } from './throttle-key.ts';

const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Attempts within 15 minutes (identifierDay: 24 hours) before further ones need the mailed code. A pair is one
 * identifier from one address, or from one device that its owner has signed in with; its limit stops guessing. The
 * other limits concern strangers: none applies to a known device, and those of the identifier and of all addresses do
 * not apply to addresses from which the account has signed in before, so that a stranger cannot lock out the owner.
 * Above ownPassword, or ownPasswordDay in 24 hours, a signed-in user waits or signs in again. factor and factorDay are
 * wrong codes of a second factor: three codes in a million are valid at a time, so 50 tries a day find one in 18 years.
 */
export const THROTTLE_LIMITS = {
  pair: 10,
  address: 100,
  identifier: 50,
  identifierDay: 100,
  everyone: 2_000,
  verify: 8,
  ownPassword: 10,
  ownPasswordDay: 100,
  factor: 10,
  factorDay: 50,
} as const;

/** Origin of a login. */
export interface LoginOrigin {
  readonly ipAddress: string;
  /** The account has signed in from this address before. */
  readonly isKnownAddress: boolean;
  /** Cookie of a device from which the account has signed in before. */
  readonly knownDevice: string | undefined;
}

export interface LoginThrottle {
  /** Counts an attempt before the password check. False when the mailed code is required, too. */
  admit(identifier: string, origin: LoginOrigin): Promise<boolean>;
  /** Whether a login that needs the mailed code may try password and code: a limited number of tries. */
  mayVerify(identifier: string, origin: LoginOrigin): Promise<boolean>;
  /** Counts a failed login for its address, its identifier and all addresses, for any cause. */
  failed(identifier: string, origin: Pick<LoginOrigin, 'ipAddress'>): Promise<void>;
  /** Resets the tries of this pair. The other counts end with their windows. */
  succeeded(identifier: string, origin: LoginOrigin): Promise<void>;
  /** Undoes the count of `admit`, and of `mayVerify` if it was called, for a password that was not checked. */
  giveBack(identifier: string, origin: LoginOrigin, mayVerify: boolean): Promise<void>;
  /**
   * Counts a signed-in user's try at its own password, before the check. Counted per user only: an attacker with a
   * stolen session can guess from many addresses.
   */
  admitOwn(userId: number): Promise<boolean>;
  ownSucceeded(userId: number): Promise<void>;
  /** Undoes the count of `admitOwn`. */
  giveBackOwn(userId: number): Promise<void>;
  /**
   * Counts a code of a second factor at a login, before the check. A known device has separate tries; all others share
   * theirs, from any number of addresses.
   */
  admitFactor(userId: number, knownDevice: string | undefined): Promise<boolean>;
  factorSucceeded(userId: number, knownDevice: string | undefined): Promise<void>;
}

export const THROTTLE_RETRY_MS = 60_000;

export function createLoginThrottle(cache: Pick<Cache, 'get' | 'increment' | 'delete'>): LoginThrottle {
  const failures = async (key: string) => Number((await cache.get(key))?.toString() ?? 0);
  // A window that ended meanwhile is not decremented: below 0 it would allow too many tries.
  const takeBack = async (key: string, windowMs = WINDOW_MS) => {
    if ((await cache.increment(key, windowMs, -1)) < 0) await cache.increment(key, windowMs);
  };
  return {
    async admit(identifier, origin) {
      // The pair is counted before the check: concurrent guesses cannot all pass before the first failure is written.
      const pair = await cache.increment(pairKey(identifier, origin), WINDOW_MS);
      if (pair > THROTTLE_LIMITS.pair) return false;
      if (origin.knownDevice !== undefined) return true;
      if ((await failures(addressKey(origin.ipAddress))) >= THROTTLE_LIMITS.address) return false;
      if (origin.isKnownAddress) return true;
      if ((await failures(identifierKey(identifier))) >= THROTTLE_LIMITS.identifier) return false;
      if ((await failures(dayKey(identifier))) >= THROTTLE_LIMITS.identifierDay) return false;
      return (await failures(EVERYONE)) < THROTTLE_LIMITS.everyone;
    },
    async mayVerify(identifier, origin) {
      return (await cache.increment(verifyKey(identifier, origin), WINDOW_MS)) <= THROTTLE_LIMITS.verify;
    },
    async failed(identifier, { ipAddress }) {
      for (const key of [addressKey(ipAddress), identifierKey(identifier), EVERYONE])
        await cache.increment(key, WINDOW_MS);
      await cache.increment(dayKey(identifier), DAY_MS);
    },
    async succeeded(identifier, origin) {
      await cache.delete(pairKey(identifier, origin));
    },
    async giveBack(identifier, origin, mayVerify) {
      await takeBack(pairKey(identifier, origin));
      if (mayVerify) await takeBack(verifyKey(identifier, origin));
    },
    async admitOwn(userId) {
      if ((await cache.increment(ownKey(userId), WINDOW_MS)) > THROTTLE_LIMITS.ownPassword) return false;
      return (await cache.increment(ownDayKey(userId), DAY_MS)) <= THROTTLE_LIMITS.ownPasswordDay;
    },
    async ownSucceeded(userId) {
      await cache.delete(ownKey(userId));
      await takeBack(ownDayKey(userId), DAY_MS);
    },
    async giveBackOwn(userId) {
      await takeBack(ownKey(userId));
      await takeBack(ownDayKey(userId), DAY_MS);
    },
    ...factorTries(cache, takeBack),
  };
}

type TakeBack = (key: string, windowMs?: number) => Promise<void>;

function factorTries(
  cache: Pick<Cache, 'increment' | 'delete'>,
  takeBack: TakeBack,
): Pick<LoginThrottle, 'admitFactor' | 'factorSucceeded'> {
  return {
    async admitFactor(userId, knownDevice) {
      const key = factorKey(userId, knownDevice);
      if ((await cache.increment(key, WINDOW_MS)) > THROTTLE_LIMITS.factor) return false;
      return (await cache.increment(`${key}:day`, DAY_MS)) <= THROTTLE_LIMITS.factorDay;
    },
    async factorSucceeded(userId, knownDevice) {
      await cache.delete(factorKey(userId, knownDevice));
      await takeBack(`${factorKey(userId, knownDevice)}:day`, DAY_MS);
    },
  };
}

/** Admits every login to the password check: for measurements, never in production. */
export const openThrottle: LoginThrottle = {
  admit: async () => true,
  mayVerify: async () => true,
  failed: async () => undefined,
  succeeded: async () => undefined,
  giveBack: async () => undefined,
  admitOwn: async () => true,
  ownSucceeded: async () => undefined,
  giveBackOwn: async () => undefined,
  admitFactor: async () => true,
  factorSucceeded: async () => undefined,
};

const EVERYONE = 'login:everyone';
const addressKey = (ip: string) => throttleKey('login:ip', addressBlock(ip));
const identifierKey = (identifier: string) => throttleKey('login:id', identifier);
const dayKey = (identifier: string) => throttleKey('login:day', identifier);
const ownKey = (userId: number) => `login:own:${userId}`;
const factorKey = (userId: number, knownDevice: string | undefined) =>
  throttleKey('login:factor', `${userId}\n${knownDevice ?? ''}`);
const ownDayKey = (userId: number) => `login:own-day:${userId}`;
const pairKey = (identifier: string, origin: LoginOrigin) =>
  throttleKey('login:pair', `${identifier}\n${place(origin)}`);
const verifyKey = (identifier: string, origin: LoginOrigin) =>
  throttleKey('login:verify', `${identifier}\n${place(origin)}`);
/** A device has separate tries: strangers at its address cannot use them. */
const place = ({ ipAddress, knownDevice }: LoginOrigin) =>
  knownDevice === undefined ? addressBlock(ipAddress) : `device\n${knownDevice}`;
