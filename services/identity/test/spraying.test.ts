import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { THROTTLE_LIMITS } from '../src/sessions/logins/login-throttle.ts';
import { bootIdentity, type IdentityWorld, PASSWORD, SUPER, signIn } from './identity-world.ts';

/** `make test` uses a tenth of the accounts of `make test-slow`, which makes 10,000 tries from 500 addresses. */
const ACCOUNTS = Number(process.env.SPRAYED_ACCOUNTS ?? 10);
const PASSWORDS = 100;
const ATTEMPTS = ACCOUNTS * PASSWORDS;
const TRIES_PER_ADDRESS = 20;
const ADDRESSES = ATTEMPTS / TRIES_PER_ADDRESS;
/** Guesses that get an answer before the first global limit applies. */
const ANSWERED = Math.min(THROTTLE_LIMITS.everyone, ACCOUNTS * THROTTLE_LIMITS.identifier);
/** Concurrent tries, no more than of one address may wait for a hash. */
const PARALLEL = 10;
/** From this index on, the sprayer's list has the password of all accounts. */
const RIGHT_FROM = 60;

let identity: IdentityWorld;
const emailOf = (account: number) => `staff${account}@example.in`;
const addressOf = (n: number) => {
  const address = Math.floor(n / TRIES_PER_ADDRESS);
  return `198.18.${address >> 8}.${address & 255}`;
};

beforeAll(async () => {
  // Risk is only recorded, so that only the throttle applies.
  identity = await bootIdentity();
  for (let account = 0; account < ACCOUNTS; account++)
    await identity.create({ email: emailOf(account), companyId: 1 });
});
afterAll(async () => identity?.world.stop());

/** Tries each password for every account. @returns counts of the outcomes */
async function spray(from: number, to: number): Promise<Map<string, number>> {
  const outcomeCounts = new Map<string, number>();
  const outcomes = async (n: number) => {
    const password = n >= RIGHT_FROM * ACCOUNTS ? PASSWORD : `Spring-2026-${Math.floor(n / ACCOUNTS)}`;
    const outcome = await identity.auth
      .login(identity.gateway(addressOf(n)), signIn(emailOf(n % ACCOUNTS), password))
      .then(
        () => 'signed in',
        (error: unknown) => AppError.from(error).reason,
      );
    outcomeCounts.set(outcome, (outcomeCounts.get(outcome) ?? 0) + 1);
  };
  for (let n = from; n < to; n += PARALLEL)
    await Promise.all(Array.from({ length: Math.min(PARALLEL, to - n) }, (_, i) => outcomes(n + i)));
  return outcomeCounts;
}

it(`${ATTEMPTS} tries from ${ADDRESSES} addresses lock out no known device and gain no access`, {
  timeout: Math.max(240_000, 100 * ATTEMPTS),
}, async () => {
  const home = identity.gateway('203.0.113.50');
  const { deviceCookie } = await identity.auth.login(home, signIn(emailOf(0), PASSWORD, true));
  expect(deviceCookie).not.toBe('');
  const asOwner = (ipAddress: string) =>
    identity.auth.login(identity.gateway(ipAddress), { ...signIn(emailOf(0), PASSWORD, true), deviceCookie });

  const early = await spray(0, ATTEMPTS / 2);
  // At the owner's address, elsewhere, and at an address of the sprayer.
  for (const ipAddress of ['203.0.113.50', '203.0.113.99', addressOf(7)])
    await expect(asOwner(ipAddress), ipAddress).resolves.toBeDefined();
  const late = await spray(ATTEMPTS / 2, ATTEMPTS);
  for (const ipAddress of ['203.0.113.50', '203.0.113.99', addressOf(ATTEMPTS - 1)])
    await expect(asOwner(ipAddress), ipAddress).resolves.toBeDefined();

  // After the first guesses no answer discloses whether a password is right.
  const guesses = early.get('INVALID_CREDENTIALS') ?? 0;
  expect(guesses).toBeGreaterThanOrEqual(ANSWERED);
  expect(guesses).toBeLessThan(ANSWERED + PARALLEL);
  expect(guesses + (early.get('LOGIN_THROTTLED') ?? 0)).toBe(ATTEMPTS / 2);
  expect([...late.entries()]).toEqual([['LOGIN_THROTTLED', ATTEMPTS / 2]]);
  const sessions = await identity.world.sql<{ ip_address: string }>(
    `SELECT ip_address FROM identity.user_sessions WHERE user_agent = 'Browser'`,
  );
  expect(sessions).toHaveLength(7);

  const figures = await identity.security.getLoginStatistics(await identity.world.as(SUPER), { hours: 24 });
  expect(figures).toMatchObject({
    totalAttempts: ATTEMPTS + 7,
    successfulLogins: 7,
    failedAttempts: guesses,
    uniqueIPs: ADDRESSES + 2,
  });
  const { patterns } = await identity.security.listThreats(await identity.world.as(SUPER), { hours: 24 });
  const spraying = patterns.filter(
    ({ kind, source }) => kind === 'password_spraying' && source?.kind === 'address',
  );
  expect(spraying.length).toBe(50);
  expect(spraying.every(({ accounts }) => accounts >= 10)).toBe(true);
});
