import { randomBytes } from 'node:crypto';
import { createClient } from '@pii-vault/contract/client';
import { makeAdministrator, widenBudgets } from './api-partner.ts';

export interface SetUpVault {
  /** Client id and secret, as they stand after `Bearer`. */
  readonly bearer: string;
  readonly companyId: number;
  /** The super_admin that was made. */
  readonly admin: { readonly email: string; readonly password: string };
}

/** Sets a fresh vault up: an administrator, a company, and API credentials as a partner system has them. */
export async function setUpCompany(address: string): Promise<SetUpVault> {
  let token: string | undefined;
  const client = createClient({ baseUrl: `${address}/api`, getToken: () => token });
  const password = `Aa1!${randomBytes(12).toString('base64url')}`;
  const email = 'test@example.com';
  await client.call('POST /auth/setup-admin', {
    body: { firstName: 'Test', lastName: 'Admin', email, password },
  });
  const signedIn = await client.call('POST /auth/login', { body: { email, password } });
  token = signedIn.token;
  const company = await client.call('POST /companies', {
    body: { name: 'Test', code: 'TEST', tier: 'primary', status: 'active' },
  });
  const second = { companyId: company.id, email: 'second@example.com' };
  await widenBudgets(client, (await makeAdministrator(address, client, second)).client, company.id);
  const { clientId, secret } = await client.call('POST /users/{id}/api-credentials/generate', {
    params: { id: signedIn.user.id },
  });
  return { bearer: `${clientId}:${secret}`, companyId: company.id, admin: { email, password } };
}
