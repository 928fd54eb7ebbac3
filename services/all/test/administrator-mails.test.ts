import { afterAll, beforeAll, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import type { ApiCaller, ApiRequest } from './api-caller.ts';
import { createUser, firstAdmin, signIn } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

/** Mails to a company's administrators, from the HTTP call through the trail to the mail. */

const OWN = ['asha@example.org', 'second@example.org'];
let vault: WholeVault;
let asRoot: ApiCaller;
let asAsha: ApiCaller;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  asRoot = await firstAdmin(vault.origin);
  await asRoot({ key: 'POST /companies', body: { name: 'Saral Bank', code: 'SARAL' } });
  for (const email of OWN) await createUser(asRoot, { email, role: 'admin', companyId: 1 });
  asAsha = (await signIn(vault.origin, 'asha@example.org')).call;
});
afterAll(() => vault?.stop());

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

it('reports each rule that widens access, to those who manage it', async () => {
  for (const ip of ['127.0.0.1', '192.0.2.7'])
    await accepted(asRoot, { key: 'POST /admin/access-control/ip', body: { ip, confirm: true } });
  expect(await readersOf('The access list of PII Vault was changed')).toEqual([
    'root@example.org',
    'root@example.org',
  ]);
  expect(vault.sent.map(({ text }) => text).join()).not.toContain('192.0.2.7');
});

it('tells what waits each day, and not to one who switched it off', async () => {
  const asSecond = (await signIn(vault.origin, 'second@example.org')).call;
  await accepted(asSecond, { key: 'PUT /auth/daily-mail', body: { isOn: false } });
  const grievance = { companyId: 1, category: 'correction', subject: 'Wrong address', periodDays: 30 };
  await accepted(asAsha, { key: 'POST /grievances', body: grievance });
  await accepted(asAsha, { key: 'PUT /auth/daily-mail', body: { isOn: true } });
  const daily = () => vault.sent.filter(({ subject }) => subject.startsWith('Pending in PII Vault'));
  await expect
    .poll(() => daily().some(({ to }) => to === 'asha@example.org'), { timeout: 30_000 })
    .toBe(true);
  const mail = daily().find(({ to }) => to === 'asha@example.org');
  expect(mail?.text).toMatch(/- Open grievances: 1, the first is due .* in company 1/);
  expect(mail?.text).not.toContain('Could not be read');
  expect(daily().map(({ to }) => to)).not.toContain('second@example.org');
});
