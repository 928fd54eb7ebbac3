import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { signInByApi } from '../tests/running-vault/api-partner.ts';
import { setUpCompany } from '../tests/running-vault/set-up-company.ts';
import { startVaultProcess } from '../tests/running-vault/vault-process.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { number, print } from './report.ts';
import { type KeptTimes, keptTimes, welch } from './samples.ts';

const { values: options } = parseArgs({
  options: {
    samples: { type: 'string', default: '500' },
    /** Argon2id memory in KiB: a small value makes differences in the rest of the login visible. */
    memory: { type: 'string', default: '65536' },
    /** File of finished rounds, from which the next run resumes. */
    keep: { type: 'string' },
    /** Time limit. */
    minutes: { type: 'string', default: '60' },
  },
});
const SAMPLES = Number(options.samples);
const WARM_UP = 20;
const ACCOUNTS = 20;
const PRINT_EVERY = 50;
const PASSWORD = 'Correct-Horse-7';
/** |t| above which two kinds of failed login are distinguishable: by chance in one run in a thousand (two-sided). */
const DISTINGUISHABLE_T = 3.29;

const WAYS = ['unknown user', 'wrong password', 'inactive user'] as const;
type Way = (typeof WAYS)[number];

const emailOf = (way: Way, n: number) => `${way.replace(' ', '.')}.${n % ACCOUNTS}@example.com`;

/** Creates active and inactive accounts with the password PASSWORD. */
async function createAccounts(address: string): Promise<void> {
  const { admin, companyId } = await setUpCompany(address);
  const client = await signInByApi(address, admin);
  for (let n = 0; n < ACCOUNTS; n++)
    for (const way of ['wrong password', 'inactive user'] as const) {
      const person = { firstName: 'Asha', lastName: 'Rao', role: 'pii_view', companyId } as const;
      const secret = { password: PASSWORD, generatePassword: false, sendEmail: false };
      const { user } = await client.call('POST /users', {
        body: { email: emailOf(way, n), ...person, ...secret },
      });
      if (way === 'inactive user')
        await client.call('POST /users/{id}/status', {
          params: { id: user.id },
          body: { status: 'inactive' },
        });
    }
}

/** Time of a login that must fail, ms. @throws Error if it succeeds or fails with another status */
async function timeOf(http: HttpClient, way: Way, n: number): Promise<number> {
  const body = { email: emailOf(way, n), password: way === 'inactive user' ? PASSWORD : `${PASSWORD}!` };
  const sentAt = performance.now();
  const answer = await http.send('POST', '/auth/login', body).catch((error: unknown) => String(error));
  const took = performance.now() - sentAt;
  if (!answer.includes('answered 401')) throw new Error(`${way}: ${answer}`);
  return took;
}

/**
 * Makes the calls one by one in random order, so that other load affects all kinds equally.
 * @returns whether all rounds are complete
 */
async function measureAll(http: HttpClient, kept: KeptTimes): Promise<boolean> {
  const until = performance.now() + Number(options.minutes) * 60_000;
  for (let n = 0; n < WARM_UP; n++) await measureRound(http, n);
  while (kept.rounds < SAMPLES && performance.now() < until) {
    await kept.add(await measureRound(http, kept.rounds));
    if (kept.rounds % PRINT_EVERY === 0) printProgress(kept);
  }
  return kept.rounds >= SAMPLES;
}

async function measureRound(http: HttpClient, n: number): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const way of shuffled(WAYS)) times[way] = await timeOf(http, way, n);
  return times;
}

/** Uniformly random order (Fisher and Yates). */
function shuffled<T>(all: readonly T[]): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(randomInt(left.length), 1));
}

function compare(kept: KeptTimes) {
  return WAYS.flatMap((a, i) => WAYS.slice(i + 1).map((b) => [a, b] as const)).map(([a, b]) => ({
    pair: `${a} – ${b}`,
    ...welch(kept.of(a), kept.of(b)),
  }));
}

function printProgress(kept: KeptTimes): void {
  const values = compare(kept).map(({ t }) => number(t, 2));
  print(`${kept.rounds} of ${SAMPLES}`, `t so far ${values.join(', ')}`);
}

/** @returns whether the kinds of failed login are distinguishable */
function conclude(kept: KeptTimes): boolean {
  print(`${kept.rounds} failing logins each`, `Argon2id with ${number(Number(options.memory))} KiB`);
  for (const way of WAYS) print(way, `mean ${number(meanOf(kept.of(way)), 3).padStart(9)} ms`);
  const pairs = compare(kept);
  for (const { pair, difference, margin, t } of pairs) {
    const interval = `${number(difference, 3).padStart(7)} ± ${number(margin, 3)} ms`;
    print(pair, `${interval}   Welch's t ${number(t, 2)}`);
  }
  const most = Math.max(...pairs.map(({ t }) => Math.abs(t)));
  print(most > DISTINGUISHABLE_T ? 'distinguishable' : 'within noise', `|t| at most ${number(most, 2)}`);
  return most > DISTINGUISHABLE_T;
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function main(): Promise<void> {
  const kept = await keptTimes(options.keep);
  const env = { IDENTITY_LOGIN_THROTTLE: 'off', IDENTITY_PASSWORD_MEMORY_KIB: options.memory };
  const vault = await startVaultProcess({ env });
  try {
    await createAccounts(vault.address);
    const http = httpClient(vault.address, 'none');
    const isWhole = await measureAll(http, kept);
    http.close();
    if (conclude(kept)) process.exitCode = 1;
    else if (!isWhole) {
      print('incomplete', `${SAMPLES - kept.rounds} rounds left: repeat the command with --keep`);
      process.exitCode = 2;
    }
  } finally {
    await vault.stop();
  }
}

await main();
