import { randomBytes } from 'node:crypto';
import { type Client, type ClientOptions, createClient } from '@pii-vault/contract/client';

export interface Administrator {
  readonly email: string;
  readonly password: string;
}

/** Signs an administrator in to the REST API. The client confirms the password again when a call requires it. */
export async function signInByApi(
  address: string,
  { email, password }: Administrator,
  options: Pick<ClientOptions, 'fetch'> = {},
): Promise<Client> {
  let token: string | undefined;
  const client = createClient({
    ...options,
    baseUrl: `${address}/api`,
    getToken: () => token,
    onProofRequired: async () => (await client.call('POST /auth/confirm', { body: { password } })).success,
  });
  ({ token } = await client.call('POST /auth/login', { body: { email, password } }));
  return client;
}

export interface Partner {
  /** `clientId:secret`, the value after `Bearer`. */
  readonly bearer: string;
  readonly client: Client;
}

/**
 * Sets reveal budgets that no test or benchmark reaches.
 * @param second another administrator of the company, who approves the change
 */
export async function widenBudgets(admin: Client, second: Client, companyId: number): Promise<void> {
  const most = 1_000_000_000;
  const { pending } = await admin.call('PUT /reveal-policy', {
    body: {
      companyId,
      peoplePerUser: most,
      peoplePerCredential: most,
      byPurpose: [],
      searchesPerUser: most,
      searchesPerCredential: most,
      conflicts: most,
      bulkApproval: { revealsAbove: null, exportsAbove: null, hours: 24 },
    },
  });
  if (pending === null) return;
  await second.call('POST /reveal-policy/changes/{id}/decide', {
    params: { id: pending.id },
    body: { companyId, decision: 'approved' },
  });
}

/** Creates another administrator of a company and signs in. */
export async function makeAdministrator(
  address: string,
  admin: Client,
  { companyId, email }: { readonly companyId: number; readonly email: string },
  options: Pick<ClientOptions, 'fetch'> = {},
): Promise<{ readonly userId: number; readonly client: Client }> {
  const who = { firstName: 'Partner', lastName: 'System', role: 'admin', companyId } as const;
  const login = { email, password: `Partner-${randomBytes(12).toString('hex')}-A1!` };
  const { user } = await admin.call('POST /users', {
    body: { ...who, ...login, generatePassword: false, sendEmail: false },
  });
  const client = await signInByApi(address, login, options);
  return { userId: user.id, client };
}

/** Creates a partner system of a company: a separate user with API credentials and large budgets. */
export async function connectPartner(address: string, admin: Client, companyId: number): Promise<Partner> {
  const email = `partner-${companyId}@example.com`;
  const { userId, client } = await makeAdministrator(address, admin, { companyId, email });
  await widenBudgets(admin, client, companyId);
  const { clientId, secret } = await admin.call('POST /users/{id}/api-credentials/generate', {
    params: { id: userId },
  });
  const bearer = `${clientId}:${secret}`;
  return { bearer, client: createClient({ baseUrl: `${address}/api`, getToken: () => bearer }) };
}

/** Finds the person with an external id whose consent covers the purpose. @throws Error unless there is exactly one */
export async function findByExternalId(
  client: Client,
  companyId: number,
  externalId: string,
  purpose: string,
): Promise<number> {
  const { results } = await client.call('POST /pii-search', {
    body: { companyId, fieldType: 'externalId', value: externalId, purpose },
  });
  const [found, other] = results;
  if (found === undefined || other !== undefined) throw new Error(`${results.length} people found`);
  return found.individualId;
}
