import { parseArgs } from 'node:util';
import { createClient } from '@pii-vault/contract/client';
import { fillCompany } from '../e2e/partner.ts';
import { startVaultProcess } from '../e2e/vault-process.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { number, print } from './report.ts';
import { welch } from './welch.ts';

const { values: options } = parseArgs({
  options: {
    samples: { type: 'string', default: '500' },
    /** Argon2id memory in KiB: with little, a difference elsewhere stands out of a shorter time. */
    memory: { type: 'string', default: '65536' },
  },
});
const SAMPLES = Number(options.samples);
const WARM_UP = 20;
const ACCOUNTS = 20;
const PASSWORD = 'Correct-Horse-7';
/** |t| above which two ways of being wrong can be told apart: one run in a thousand by chance (two-sided). */
const TOLD_APART = 3.29;

const WAYS = ['unknown user', 'wrong password', 'inactive user'] as const;
type Way = (typeof WAYS)[number];

const emailOf = (way: Way, n: number) => `${way.replace(' ', '.')}.${n % ACCOUNTS}@example.com`;

/** Accounts whose password is PASSWORD: active ones, and inactive ones of the same age. */
async function createAccounts(address: string): Promise<void> {
  const { bearer, companyId } = await fillCompany(address);
  const client = createClient({ baseUrl: `${address}/api`, getToken: () => bearer });
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

/** How long a login took that had to fail, ms. @throws Error when it did not, or not as it should */
async function timeOf(http: HttpClient, way: Way, n: number): Promise<number> {
  const body = { email: emailOf(way, n), password: way === 'inactive user' ? PASSWORD : `${PASSWORD}!` };
  const sentAt = performance.now();
  const answer = await http.send('POST', '/auth/login', body).catch((error: unknown) => String(error));
  const took = performance.now() - sentAt;
  if (!answer.includes('answered 401')) throw new Error(`${way}: ${answer}`);
  return took;
}

/** One after the other in random order, so that whatever else goes on meets all three alike. */
async function measureAll(http: HttpClient): Promise<ReadonlyMap<Way, number[]>> {
  const times = new Map<Way, number[]>(WAYS.map((way) => [way, []]));
  for (let n = -WARM_UP; n < SAMPLES; n++)
    for (const way of WAYS.toSorted(() => Math.random() - 0.5)) {
      const took = await timeOf(http, way, Math.abs(n));
      if (n >= 0) times.get(way)?.push(took);
    }
  return times;
}

async function main(): Promise<void> {
  const env = { IDENTITY_LOGIN_THROTTLE: 'off', IDENTITY_PASSWORD_MEMORY_KIB: options.memory };
  const vault = await startVaultProcess({ env });
  try {
    await createAccounts(vault.address);
    const http = httpClient(vault.address, 'none');
    const times = await measureAll(http);
    http.close();
    print(`${SAMPLES} failing logins each`, `Argon2id with ${number(Number(options.memory))} KiB`);
    for (const [way, values] of times) {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      print(way, `mean ${number(mean, 3).padStart(9)} ms`);
    }
    const told = WAYS.flatMap((a, i) => WAYS.slice(i + 1).map((b) => [a, b] as const)).map(([a, b]) => {
      const { difference, margin, t } = welch(times.get(a) ?? [], times.get(b) ?? []);
      const interval = `${number(difference, 3).padStart(7)} ± ${number(margin, 3)} ms`;
      print(`${a} – ${b}`, `${interval}   Welch's t ${number(t, 2)}`);
      return Math.abs(t);
    });
    const isTold = Math.max(...told) > TOLD_APART;
    print(isTold ? 'they can be told apart' : 'within noise', `|t| at most ${number(Math.max(...told), 2)}`);
    process.exitCode = isTold ? 1 : 0;
  } finally {
    await vault.stop();
  }
}

await main();
