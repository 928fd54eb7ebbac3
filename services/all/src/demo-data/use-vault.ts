import { type Client, createClient } from '@pii-vault/contract/client';
import { Problem } from '@pii-vault/contract/problem';
import { fetchFrom } from './fetch-from.ts';
import { type DemoCompany, type Login, PURPOSES } from './fill-vault.ts';
import { generatedPassword } from './sign-in.ts';

/** People per reveal request. */
const BATCH = 12;
/** Source address of the demo's attacker. */
const ATTACKER = '127.0.0.66';
/** Accounts that the attacker tries; ten within an hour count as an attack. */
const TRIED_ACCOUNTS = 14;
/** Client signals of a scripted browser; they give a risk score of 95. */
const BOT = {
  fingerprint: 'b07b07b07b07b07b07b07b07',
  platform: 'Linux x86_64',
  screenResolution: '1366x768',
  timezone: 'UTC',
  isBot: true,
  suspiciousActivity: ['webdriver', 'headless'],
};

/**
 * Uses the vault as its users and a partner do, and attacks it, so that figures and screens have content.
 * @returns ids of people of the company, newest first
 */
export async function useVault(
  address: string,
  client: Client,
  company: DemoCompany,
  logins: readonly Login[],
): Promise<readonly number[]> {
  const people = await client.call('GET /individuals', { query: { companyId: company.id, limit: 200 } });
  const ids = people.map(({ id }) => id);
  const partner = await partnerClient(address, client, company);
  for (const [index, { email, password, role }] of logins.entries()) {
    await failLogins(address, email);
    if (role === 'analytics') continue;
    const user = await signedIn(address, { email, password });
    await reveal(user, company, ids.slice(index * BATCH), PURPOSES.slice(index, index + 2));
  }
  await reveal(partner, company, ids, PURPOSES);
  await attack(address);
  return ids;
}

/** A client with a session of the user. */
export async function signedIn(
  address: string,
  { email, password }: Pick<Login, 'email' | 'password'>,
): Promise<Client> {
  let token: string | undefined;
  const user = createClient({ baseUrl: `${address}/api`, getToken: () => token });
  ({ token } = await user.call('POST /auth/login', { body: { email, password } }));
  return user;
}

/** One request per purpose, each for fewer people than the previous one. */
async function reveal(
  client: Client,
  company: DemoCompany,
  ids: readonly number[],
  purposes: readonly string[],
): Promise<void> {
  for (const [index, purpose] of purposes.entries()) {
    const individualIds = ids.slice(0, Math.ceil(BATCH / (index + 1)));
    if (individualIds.length > 0)
      await client.call('POST /pii-records/reveal', {
        body: { companyId: company.id, individualIds, fieldTypes: ['name', 'phone'], purpose },
      });
  }
}

/** A partner system with its own API credentials, which are known to this run only. */
async function partnerClient(address: string, client: Client, company: DemoCompany): Promise<Client> {
  const { user } = await client.call('POST /users', {
    body: {
      email: 'crm@example.com',
      firstName: 'Partner',
      lastName: 'CRM',
      role: 'pii_view',
      companyId: company.id,
      password: generatedPassword(),
      generatePassword: false,
      sendEmail: false,
    },
  });
  const { clientId, secret } = await client.call('POST /users/{id}/api-credentials/generate', {
    params: { id: user.id },
  });
  return createClient({ baseUrl: `${address}/api`, getToken: () => `${clientId}:${secret}` });
}

/** Two failed logins with wrong passwords. */
async function failLogins(address: string, email: string): Promise<void> {
  const anybody = createClient({ baseUrl: `${address}/api` });
  for (const password of ['wrong', 'wrong again']) await refused(anybody, { email, password });
}

/** Credential stuffing: one scripted browser tries a list of unknown accounts. */
async function attack(address: string): Promise<void> {
  const bot = createClient({ baseUrl: `${address}/api`, fetch: fetchFrom(ATTACKER) });
  for (let n = 1; n <= TRIED_ACCOUNTS; n += 1)
    await refused(bot, {
      email: `person${n}@example.net`,
      password: generatedPassword(),
      deviceFingerprint: BOT,
    });
}

type Attempt = Parameters<typeof createLogin>[1];
const createLogin = (
  client: Client,
  body: { email: string; password: string; deviceFingerprint?: typeof BOT },
) => client.call('POST /auth/login', { body });

/** Sends a login that must fail. @throws Error when it succeeds, or with any other error */
async function refused(client: Client, body: Attempt): Promise<void> {
  try {
    await createLogin(client, body);
  } catch (thrown) {
    if (thrown instanceof Problem && [401, 403, 429].includes(thrown.status)) return;
    throw thrown;
  }
  throw new Error('A login with a wrong password succeeded');
}
