import { randomBytes } from 'node:crypto';
import { type Client, createClient } from '@pii-vault/contract/client';
import type { Environment } from '@pii-vault/platform/core/config/config';
import type { Ask } from './ask.ts';

export interface SignedIn {
  readonly client: Client;
  readonly email: string;
  /** Set when this run created the first administrator. */
  readonly password: string | undefined;
}

/**
 * Signs in to a running vault. Without an administrator it creates the first one (with PIIVAULT_DEMO_SETUP_CODE).
 * Otherwise it uses PIIVAULT_DEMO_EMAIL and PIIVAULT_DEMO_PASSWORD, or prompts at the terminal.
 */
export async function signIn(address: string, env: Environment, ask: Ask | undefined): Promise<SignedIn> {
  let token: string | undefined;
  const anybody = createClient({ baseUrl: `${address}/api` });
  const { needsSetup } = await anybody.call('GET /auth/setup-status');
  const { email, password } = needsSetup
    ? { email: 'admin@example.com', password: generatedPassword() }
    : await knownAdministrator(env, ask);
  const client = createClient({
    baseUrl: `${address}/api`,
    getToken: () => token,
    onProofRequired: async () => (await client.call('POST /auth/confirm', { body: { password } })).success,
  });
  if (needsSetup)
    await client.call('POST /auth/setup-admin', {
      body: { firstName: 'Asha', lastName: 'Rao', email, password, setupCode: env.PIIVAULT_DEMO_SETUP_CODE },
    });
  ({ token } = await client.call('POST /auth/login', { body: { email, password } }));
  return { client, email, password: needsSetup ? password : undefined };
}

/** @throws Error with the variables to set, when there is no terminal */
export async function knownAdministrator(
  env: Environment,
  ask: Ask | undefined,
): Promise<{ email: string; password: string }> {
  const { PIIVAULT_DEMO_EMAIL: email, PIIVAULT_DEMO_PASSWORD: password } = env;
  if (email && password) return { email, password };
  if (ask === undefined)
    throw new Error('This vault has an administrator: set PIIVAULT_DEMO_EMAIL and PIIVAULT_DEMO_PASSWORD');
  return {
    email: email || (await ask('This vault has an administrator. Email: ')),
    password: password || (await ask('Password: ', { isSecret: true })),
  };
}

/** A random password that satisfies every password rule of the product. */
export function generatedPassword(): string {
  return `Aa1!${randomBytes(12).toString('base64url')}`;
}
