import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiCaller, apiCaller } from './api-caller.ts';
import { apiClientOf, createUser, firstAdmin, signIn } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

/** Attacks with a session, an API credential or a delegated token, but without the password. */

let vault: WholeVault;
let asRoot: ApiCaller;
let anybody: ApiCaller;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  anybody = apiCaller(vault.origin);
  asRoot = await firstAdmin(vault.origin);
  await asRoot({ key: 'POST /companies', body: { name: 'Saral Bank', code: 'SARAL' } });
});
afterAll(() => vault?.stop());

const newUser = (email: string, role: 'admin' | 'pii_view' = 'admin') =>
  createUser(asRoot, { email, role, companyId: 1 });
const credentialOf = async (id: number) => (await apiClientOf(asRoot, vault.origin, id)).call;
const mailsTo = (email: string) => vault.sent.filter(({ to }) => to === email);
const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);

async function resetPassword(email: string): Promise<void> {
  await anybody({ key: 'POST /auth/forgot-password', body: { email } });
  const link = () =>
    mailsTo(email)
      .flatMap(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? [])
      .at(-1);
  await expect.poll(link).toBeDefined();
  const body = { token: link(), password: 'Battery-Staple-88' };
  expect((await anybody({ key: 'POST /auth/reset-password', body })).status).toBe(200);
}

// fresh-proof.test.ts has what stale sessions, API credentials and delegated tokens may not do.
it('the trail records the attempt of a delegated token to create an API credential, with its user', async () => {
  const [id, other] = [await newUser('lender@example.org'), await newUser('colleague@example.org')];
  const { call: lender } = await signIn(vault.origin, 'lender@example.org');
  const body = { companyId: 1, userId: id, role: 'admin' };
  const { token } = (await lender({ key: 'POST /auth/token', body })).json<{ token: string }>();
  const generate = { key: 'POST /users/{id}/api-credentials/generate', params: { id: other } } as const;
  const made = await apiCaller(vault.origin, token)(generate);
  expect([made.status, made.json().reason]).toEqual([403, 'OWN_SESSION_REQUIRED']);
  await vault.host.drain();
  const [entry] = await vault.sql<{ reason: string; behalf: string }>(
    `SELECT details ->> 'reason' AS reason, details ->> 'onBehalfOf' AS behalf FROM audit.audit_trail
     WHERE action = 'access_refused' AND details -> 'objectIds' ->> 'rpc' LIKE '%GenerateApiCredentials'
     ORDER BY id DESC LIMIT 1`,
  );
  expect(entry).toEqual({ reason: 'OWN_SESSION_REQUIRED', behalf: String(id) });
});

describe('API credentials end', () => {
  it.each([
    ['with a password reset', async (email: string) => resetPassword(email)],
    [
      'with a password that an administrator sets',
      async (_: string, id: number) =>
        asRoot({
          key: 'POST /users/{id}/admin-password',
          params: { id },
          body: { password: 'Battery-Staple-88' },
        }),
    ],
    [
      'with the account, even after it is reactivated',
      async (_: string, id: number) => {
        for (const status of ['suspended', 'active'])
          await asRoot({ key: 'POST /users/{id}/status', params: { id }, body: { status } });
      },
    ],
    [
      'when they are revoked in the list of sessions',
      async (_: string, id: number) => {
        const listed = await asRoot({ key: 'GET /users/{id}/sessions', params: { id } });
        const found = listed
          .json<{ id: string; kind: string }[]>()
          .find(({ kind }) => kind === 'api_credential');
        const params = { id, sid: found?.id };
        return asRoot({ key: 'DELETE /users/{id}/sessions/{sid}', params });
      },
    ],
  ])('%s', async (title, end) => {
    const email = `${title.replaceAll(/\W+/g, '-')}@example.org`;
    const id = await newUser(email);
    const client = await credentialOf(id);
    expect((await client({ key: 'GET /auth/session' })).status).toBe(200);
    await end(email, id);
    await expect.poll(async () => (await client({ key: 'GET /auth/session' })).status).toBe(401);
    const left = await vault.sql(`SELECT FROM identity.api_credentials WHERE user_id = $1`, [id]);
    expect(left).toEqual([]);
  });
});

it('the owner gets a mail with the change and its author', async () => {
  const email = 'owner@example.org';
  const id = await newUser(email, 'pii_view');
  const params = { id };
  await credentialOf(id);
  await asRoot({ key: 'POST /users/{id}/api-credentials/rotate', params });
  await asRoot({ key: 'POST /auth/token', body: { companyId: 1, userId: id, role: 'pii_view' } });
  await asRoot({ key: 'PUT /users/{id}', params, body: { role: 'analytics' } });
  await asRoot({ key: 'POST /companies', body: { name: 'Arogya', code: 'AROGYA' } });
  const assigned = await asRoot({
    key: 'POST /users/{id}/company-roles',
    params,
    body: { companyId: 2, role: 'pii_view' },
  });
  const assignmentId = assigned.json().id;
  await asRoot({ key: 'DELETE /users/{id}/company-roles/{assignmentId}', params: { id, assignmentId } });
  await asRoot({ key: 'POST /users/{id}/admin-password', params, body: { password: 'Battery-Staple-88' } });
  await asRoot({ key: 'PUT /users/{id}', params, body: { email: 'other@example.org' } });
  const told = [
    'API credentials were made for your PII Vault account',
    'The API secret of your PII Vault account was replaced',
    'An API token was made for your PII Vault account',
    'Your role in PII Vault was changed',
    'You have a new role in PII Vault',
    'A role of yours in PII Vault was removed',
    'An administrator set your PII Vault password',
    'The e-mail address of your PII Vault account was changed',
  ];
  await expect.poll(() => subjectsTo(email).sort()).toEqual(told.sort());
  for (const { text } of mailsTo(email)) expect(text).toContain('By: Root Admin <root@example.org>');
});

it('the trail records the colleague and the administrator who created the credential', async () => {
  const id = await newUser('named@example.org', 'pii_view');
  const client = await credentialOf(id);
  await client({ key: 'GET /individuals' });
  await client({ key: 'POST /users/{id}/status', params: { id }, body: { status: 'active' } });
  await vault.host.drain();
  const { user } = (await asRoot({ key: 'GET /auth/session' })).json<{ user: { id: number } }>();
  const entries = await vault.sql<{ behalf: string; maker: string }>(
    `SELECT details ->> 'onBehalfOf' AS behalf, details -> 'objectIds' ->> 'credentialMadeBy' AS maker
     FROM audit.audit_trail WHERE actor_type = 'api_client' AND details ->> 'onBehalfOf' = $1`,
    [String(id)],
  );
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) expect(entry).toEqual({ behalf: String(id), maker: String(user.id) });
});
