import { randomBytes } from 'node:crypto';
import { type Client, createClient } from '@pii-vault/contract/client';

/** Sets a fresh vault up: an administrator, a company, and API credentials as a partner system has them. */
export async function fillCompany(address: string): Promise<{ bearer: string; companyId: number }> {
  let token: string | undefined;
  const client = createClient({ baseUrl: `${address}/api`, getToken: () => token });
  const password = `Aa1!${randomBytes(12).toString('base64url')}`;
  const email = 'bench@example.com';
  await client.call('POST /auth/setup-admin', {
    body: { firstName: 'Bench', lastName: 'Admin', email, password },
  });
  const signedIn = await client.call('POST /auth/login', { body: { email, password } });
  token = signedIn.token;
  const company = await client.call('POST /companies', {
    body: { name: 'Bench', code: 'BENCH', tier: 'primary', status: 'active' },
  });
  const { clientId, secret } = await client.call('POST /users/{id}/api-credentials/generate', {
    params: { id: signedIn.user.id },
  });
  return { bearer: `${clientId}:${secret}`, companyId: company.id };
}

const POLL_MS = 200;

/** Imports a CSV and waits for its end; the rate is from upload to the last row. */
export async function importRows(
  client: Client,
  companyId: number,
  csv: string,
): Promise<{ perSecond: number; firstIds(): Promise<number[]> }> {
  const begin = performance.now();
  const accepted = await client.call('POST /imports', {
    query: { companyId, purpose: 'kyc', alsoFor: ['fraud_prevention'], fileName: 'bench.csv' },
    contentType: 'text/csv',
    body: csv,
  });
  for (;;) {
    const state = await client.call('GET /imports/{id}', { params: { id: accepted.id } });
    if (state.status === 'done')
      return {
        perSecond: state.processed / ((performance.now() - begin) / 1_000),
        firstIds: () => readIds(client, companyId, 2_000),
      };
    if (!['queued', 'running'].includes(state.status)) throw new Error(`The import is ${state.status}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function readIds(client: Client, companyId: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.page('GET /individuals', { query: { companyId, limit: 200, cursor } });
    ids.push(...page.rows.map((individual) => individual.id));
    cursor = page.next;
  } while (cursor !== undefined && ids.length < count);
  return ids;
}
