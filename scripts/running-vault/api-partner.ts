import { type Client, type ClientOptions, createClient } from '@pii-vault/contract/client';

export interface Administrator {
  readonly email: string;
  readonly password: string;
}

/** An administrator at the REST interface, who gives the password again when a call asks for it. */
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
  /** Client id and secret, as they stand after `Bearer`. */
  readonly bearer: string;
  readonly client: Client;
}

/**
 * Reveal budgets that no load reaches, for a company whose partner system tests or measures the vault.
 * @param second another administrator of the company, who approves them
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

/** A further administrator of a company, signed in. */
export async function makeAdministrator(
  address: string,
  admin: Client,
  { companyId, email }: { readonly companyId: number; readonly email: string },
  options: Pick<ClientOptions, 'fetch'> = {},
): Promise<{ readonly userId: number; readonly client: Client }> {
  const { user, temporaryPassword } = await admin.call('POST /users', {
    body: { email, firstName: 'Partner', lastName: 'System', role: 'admin', companyId, sendEmail: false },
  });
  if (temporaryPassword === undefined) throw new Error('The user was made without a password');
  const client = await signInByApi(address, { email, password: temporaryPassword }, options);
  return { userId: user.id, client };
}

/** A partner system of one company, with wide budgets: a user of its own with API credentials, shown once. */
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

/** Who has an external id of a company and consented to the purpose for it. @throws Error unless it is exactly one person */
export async function personBehind(
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
