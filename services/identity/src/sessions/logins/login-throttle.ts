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

/**
 * Logins at an address that has used up its failures. One Argon2 takes 0.2 s, so each new identifier is first turned
 * away, without a hash. One that returns after a while is checked, within the address's rate. So random identifiers
 * cost nothing, and an honest stranger at the address of an attacker waits for seconds.
 */
export const SLOW_ADDRESS = { returnsAfterMs: 2_000, checks: 5, perMs: 5_000, retryMs: 3_000 } as const;

/**
 * admitted: the password is checked. verify: the mailed code is required, too. later: nothing is checked now, because
 * of the address.
 */
export type Admission = 'admitted' | 'verify' | 'later';

/** Origin of a login. */
export interface LoginOrigin {
  readonly ipAddress: string;
  /** The account has signed in from this address before. */
  readonly isKnownAddress: boolean;
  /** Cookie of a device from which the account has signed in before. */
  readonly knownDevice: string | undefined;
}

export interface LoginThrottle {
  /** Counts an attempt before the password check, unless it is 'later'. */
  admit(identifier: string, origin: LoginOrigin): Promise<Admission>;
  /** Notes that this pair was turned away unchecked, so that it may return. */
  turnedAway(identifier: string, origin: LoginOrigin): Promise<void>;
  /** Whether the pair was turned away at least two seconds ago, and in the last 15 minutes. */
  isReturning(identifier: string, origin: LoginOrigin): Promise<boolean>;
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

type ThrottleCache = Pick<Cache, 'get' | 'set' | 'increment' | 'delete'>;

export function createLoginThrottle(cache: ThrottleCache, now: () => number = Date.now): LoginThrottle {
  const failures = async (key: string) => Number((await cache.get(key))?.toString() ?? 0);
  // A window that ended meanwhile is not decremented: below 0 it would allow too many tries.
  const takeBack = async (key: string, windowMs = WINDOW_MS) => {
    if ((await cache.increment(key, windowMs, -1)) < 0) await cache.increment(key, windowMs);
  };
  const returns = returningPairs(cache, now);
  const isSlow = async ({ ipAddress, knownDevice }: LoginOrigin) =>
    knownDevice === undefined && (await failures(addressKey(ipAddress))) >= THROTTLE_LIMITS.address;
  const mayCheckSlowly = async (identifier: string, origin: LoginOrigin) =>
    (await returns.isReturning(identifier, origin)) &&
    (await cache.increment(slowKey(origin.ipAddress), SLOW_ADDRESS.perMs)) <= SLOW_ADDRESS.checks;
  return {
    ...returns,
    async admit(identifier, origin) {
      const slow = await isSlow(origin);
      if (slow && !(await mayCheckSlowly(identifier, origin))) return 'later';
      // The pair is counted before the check: concurrent guesses cannot all pass before the first failure is written.
      const pair = await cache.increment(pairKey(identifier, origin), WINDOW_MS);
      if (slow || pair > THROTTLE_LIMITS.pair) return 'verify';
      if (origin.knownDevice !== undefined || origin.isKnownAddress) return 'admitted';
      if ((await failures(identifierKey(identifier))) >= THROTTLE_LIMITS.identifier) return 'verify';
      if ((await failures(dayKey(identifier))) >= THROTTLE_LIMITS.identifierDay) return 'verify';
      return (await failures(EVERYONE)) < THROTTLE_LIMITS.everyone ? 'admitted' : 'verify';
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

function returningPairs(
  cache: Pick<Cache, 'get' | 'set'>,
  now: () => number,
): Pick<LoginThrottle, 'turnedAway' | 'isReturning'> {
  return {
    async turnedAway(identifier, origin) {
      const key = turnKey(identifier, origin);
      if ((await cache.get(key)) === undefined) await cache.set(key, String(now()), WINDOW_MS);
    },
    async isReturning(identifier, origin) {
      const turnedAwayAt = await cache.get(turnKey(identifier, origin));
      return (
        turnedAwayAt !== undefined && now() - Number(turnedAwayAt.toString()) >= SLOW_ADDRESS.returnsAfterMs
      );
    },
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
  admit: async () => 'admitted',
  turnedAway: async () => undefined,
  isReturning: async () => false,
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
const slowKey = (ip: string) => throttleKey('login:slow', addressBlock(ip));
const identifierKey = (identifier: string) => throttleKey('login:id', identifier);
const dayKey = (identifier: string) => throttleKey('login:day', identifier);
const ownKey = (userId: number) => `login:own:${userId}`;
const factorKey = (userId: number, knownDevice: string | undefined) =>
  throttleKey('login:factor', `${userId}\n${knownDevice ?? ''}`);
const ownDayKey = (userId: number) => `login:own-day:${userId}`;
const pairKey = (identifier: string, origin: LoginOrigin) =>
  throttleKey('login:pair', `${identifier}\n${place(origin)}`);
const turnKey = (identifier: string, origin: LoginOrigin) =>
  throttleKey('login:turn', `${identifier}\n${place(origin)}`);
const verifyKey = (identifier: string, origin: LoginOrigin) =>
  throttleKey('login:verify', `${identifier}\n${place(origin)}`);
/** A device has separate tries: strangers at its address cannot use them. */
const place = ({ ipAddress, knownDevice }: LoginOrigin) =>
  knownDevice === undefined ? addressBlock(ipAddress) : `device\n${knownDevice}`;
