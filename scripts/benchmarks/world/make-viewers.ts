import { randomBytes } from 'node:crypto';
import type { Client } from '@pii-vault/contract/client';
import { signInByApi } from '../../tests/running-vault/api-partner.ts';
import { patientFetch } from './patient-fetch.ts';

/** Credentials by the companies that their user sees. */
export interface Viewers {
  /** A super_admin. */
  readonly all: string;
  /** An administrator of the largest company. */
  readonly one: string;
  /** An administrator of the largest company and of two others. */
  readonly several: string;
}

/** Creates API credentials of two administrators. */
export async function makeViewers(
  address: string,
  client: Client,
  [first = 0, second = 0, third = 0]: readonly number[],
): Promise<Omit<Viewers, 'all'>> {
  const one = await makeAdministrator(address, client, 'one@example.com', first);
  const several = await makeAdministrator(address, client, 'several@example.com', first);
  for (const companyId of [second, third])
    await client.call('POST /users/{id}/company-roles', {
      params: { id: several.userId },
      body: { companyId, role: 'admin' },
    });
  return { one: one.bearer, several: several.bearer };
}

async function makeAdministrator(address: string, client: Client, email: string, companyId: number) {
  const password = `Aa1!${randomBytes(12).toString('base64url')}`;
  const { user } = await client.call('POST /users', {
    body: {
      email,
      firstName: 'Bench',
      lastName: 'Admin',
      role: 'admin',
      companyId,
      password,
      generatePassword: false,
      sendEmail: false,
    },
  });
  const own = await signInByApi(address, { email, password }, { fetch: patientFetch });
  const { clientId, secret } = await own.call('POST /users/{id}/api-credentials/generate', {
    params: { id: user.id },
  });
  return { userId: user.id, bearer: `${clientId}:${secret}` };
}
