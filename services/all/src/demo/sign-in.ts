import { randomBytes } from 'node:crypto';
import { type Client, createClient } from '@pii-vault/contract/client';
import type { Environment } from '@pii-vault/platform/config/config';

export interface SignedIn {
  readonly client: Client;
  readonly email: string;
  /** Set when this run made the first administrator. */
  readonly password: string | undefined;
}

/**
 * Signs in to a running vault: as its first administrator, made now when there is none, else as
 * PIIVAULT_DEMO_EMAIL with PIIVAULT_DEMO_PASSWORD.
 */
export async function signIn(address: string, env: Environment): Promise<SignedIn> {
  let token: string | undefined;
  const client = createClient({ baseUrl: `${address}/api`, getToken: () => token });
  const { needsSetup } = await client.call('GET /auth/setup-status');
  const email = needsSetup ? 'admin@example.com' : env.PIIVAULT_DEMO_EMAIL;
  const password = needsSetup ? generatedPassword() : env.PIIVAULT_DEMO_PASSWORD;
  if (email === undefined || password === undefined)
    throw new Error('This vault has an administrator: set PIIVAULT_DEMO_EMAIL and PIIVAULT_DEMO_PASSWORD');
  if (needsSetup)
    await client.call('POST /auth/setup-admin', {
      body: { firstName: 'Asha', lastName: 'Rao', email, password },
    });
  ({ token } = await client.call('POST /auth/login', { body: { email, password } }));
  return { client, email, password: needsSetup ? password : undefined };
}

/** Satisfies every password rule of the product. */
export function generatedPassword(): string {
  return `Aa1!${randomBytes(12).toString('base64url')}`;
}
