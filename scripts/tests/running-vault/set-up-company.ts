import { randomBytes } from 'node:crypto';
import { createClient } from '@pii-vault/contract/client';
import { makeAdministrator, widenBudgets } from './api-partner.ts';

export interface SetUpVault {
  /** `clientId:secret`, the value after `Bearer`. */
  readonly bearer: string;
  readonly companyId: number;
  /** The super_admin that this created. */
  readonly admin: { readonly email: string; readonly password: string };
}

/** Sets up an empty vault: an administrator, a company, and API credentials for a partner system. */
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
