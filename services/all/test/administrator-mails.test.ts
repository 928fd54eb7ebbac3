import { afterAll, beforeAll, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiCaller, type ApiRequest, apiCaller } from './api-caller.ts';
import { firstAdmin } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

/** Mails to a company's administrators, from the HTTP call through the trail to the mail. */

const PASSWORD = 'Long enough 9!';
let vault: WholeVault;
let asRoot: ApiCaller;
let asAsha: ApiCaller;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  asRoot = await firstAdmin(vault.origin);
  for (const code of ['SARAL', 'AROGYA'])
    await asRoot({ key: 'POST /companies', body: { name: `The ${code}`, code } });
  await addAdministrator('asha@example.org', 1);
  await addAdministrator('second@example.org', 1);
  await addAdministrator('other@example.org', 2);
  asAsha = await login('asha@example.org');
});
afterAll(() => vault?.stop());

async function addAdministrator(email: string, companyId: number): Promise<void> {
  const names = { firstName: 'Asha', lastName: 'Rao' };
  const body = { email, ...names, role: 'admin', companyId, password: PASSWORD };
  const more = { generatePassword: false, sendEmail: false };
  expect((await asRoot({ key: 'POST /users', body: { ...body, ...more } })).status).toBe(201);
}

async function login(email: string): Promise<ApiCaller> {
  const answer = await apiCaller(vault.origin)({
    key: 'POST /auth/login',
    body: { email, password: PASSWORD },
  });
  return apiCaller(vault.origin, String(answer.json().token));
}

async function accepted(call: ApiCaller, request: ApiRequest): Promise<void> {
  const answer = await call(request);
  expect(answer.status, answer.text).toBeLessThan(300);
}

/** Number of mails with this subject by recipient, after all events are handled. */
async function readersOf(subject: string): Promise<string[]> {
  await vault.host.drain();
  const waiting = async () => (await vault.sql('SELECT FROM identity.notice_mails')).length;
  await expect.poll(waiting).toBe(0);
  return vault.sent
    .filter((mail) => mail.subject === subject)
    .map(({ to }) => to)
    .sort();
}

const OWN = ['asha@example.org', 'second@example.org'];

it('reports an exhausted budget once, however often a call is refused', async () => {
  const limits = {
    peoplePerUser: 1,
    peoplePerCredential: 1,
    byPurpose: [],
    conflicts: 1,
    searchesPerCredential: 1,
  };
  const bulkApproval = { revealsAbove: 1, exportsAbove: 1, hours: 1 };
  const body = { ...limits, companyId: 1, searchesPerUser: 0, bulkApproval };
  await accepted(asAsha, { key: 'PUT /reveal-policy', body });
  const search = { companyId: 1, fieldType: 'pan', value: 'ABCPE1234F', purpose: 'kyc' };
  for (const _ of [1, 2]) expect((await asAsha({ key: 'POST /pii-search', body: search })).status).toBe(429);
  expect(await readersOf('A limit of the day was reached in PII Vault')).toEqual(OWN);
});

it('reports each webhook, agreement and rule that widens access', async () => {
  const events = ['link_detected'];
  for (const port of [9009, 9010])
    await accepted(asAsha, {
      key: 'POST /webhooks',
      body: { companyId: 1, url: `https://127.0.0.1:${port}/`, events },
    });
  expect(await readersOf('A webhook was created in PII Vault')).toEqual([...OWN, ...OWN].sort());

  const terms = { companyId: 1, otherCompanyId: 2, purpose: 'fraud' };
  await accepted(asAsha, { key: 'POST /link-agreements', body: terms });
  expect(await readersOf('A link agreement was proposed in PII Vault')).toEqual([
    OWN[0],
    'other@example.org',
    OWN[1],
  ]);

  for (const ip of ['127.0.0.1', '192.0.2.7'])
    await accepted(asRoot, { key: 'POST /admin/access-control/ip', body: { ip, confirm: true } });
  expect(await readersOf('The access list of PII Vault was changed')).toEqual([
    'root@example.org',
    'root@example.org',
  ]);
  expect(vault.sent.map(({ text }) => text).join()).not.toContain('192.0.2.7');
});
