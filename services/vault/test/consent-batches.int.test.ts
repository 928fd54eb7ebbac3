import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { ApprovalsService } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsService } from '@pii-vault/proto/vault/v1/budgets';
import type { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL, ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

const PER_DAY = 5;
const PROOF = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const DAY_MS = 86_400_000;

let world: VaultWorld;
let owner: Ctx;
let users = 100;

beforeAll(async () => {
  world = await vaultWorld({ VAULT_CONSENTS_PER_DAY: String(PER_DAY) });
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.forgetPeople();
  users += 1;
  owner = await as(users);
});

const HELD = [...ALL, 'security:read'];
const as = (userId: number, held: readonly string[] = HELD, company = 1): Promise<Ctx> =>
  world.as({ userId, companies: { [company]: [...held] } });

async function person(fields: Record<string, string> = { name: ASHA.name }, companyId = 1): Promise<number> {
  const rest = { externalId: undefined, individualId: undefined, afterErasure: undefined };
  const ctx = await as(1, HELD, companyId);
  const made = { companyId, consentDetails: consent('kyc', []), fields, ...rest };
  return (await world.records.createRecord(ctx, made)).individualId;
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const given = (purpose = 'marketing', more: Partial<ConsentDetails> = {}): ConsentDetails => ({
  ...consent(purpose, []),
  date: daysAgo(1),
  noticeVersion: '2026-01',
  language: 'hi',
  channel: 'branch',
  proofSha256: PROOF,
  ...more,
});
interface More {
  readonly details?: ConsentDetails;
  readonly dryRun?: boolean;
  readonly fieldTypes?: string[];
  readonly ctx?: Ctx;
}
async function give(individualIds: number[], more: More = {}) {
  const { details = given(), dryRun = false, fieldTypes = [], ctx = owner } = more;
  const request = { companyId: 1, individualIds, details, fieldTypes, dryRun };
  return (await world.consents.giveConsents(ctx, request)).results;
}
async function withdraw(individualIds: number[], purpose = 'marketing', dryRun = false) {
  const request = { companyId: 1, individualIds, purpose, fieldTypes: [], dryRun };
  return (await world.consents.withdrawConsents(owner, request)).results;
}
const statuses = (results: readonly { status: string; reason?: string | undefined }[]) =>
  results.map(({ status, reason }) => reason ?? status);
async function reveals(individualId: number, purpose = 'marketing'): Promise<boolean> {
  const request = { companyId: 1, individualIds: [individualId], fieldTypes: [], purpose };
  const [one] = (await world.records.revealRecords(await as(2), request)).records;
  return Object.keys(one?.fields ?? {}).length > 0;
}
const history = async (id: number) =>
  (await world.consents.listConsents(owner, { companyId: 1, id })).consents;

describe('a recorded consent', () => {
  it('covers the stored values for its purpose, with notice, language, channel, date and proof', async () => {
    const id = await person({ name: ASHA.name, phone: ASHA.phone });
    expect(await reveals(id)).toBe(false);
    const details = given();
    expect(await give([id], { details })).toEqual([
      {
        individualId: id,
        status: 'given',
        reason: undefined,
        fieldTypes: expect.arrayContaining(['name', 'phone']),
      },
    ]);
    expect(await reveals(id)).toBe(true);
    expect((await history(id)).at(-1)?.details).toEqual({ ...details, alsoFor: [] });
    const [entry] = (await world.entries()).filter(({ action }) => action === 'consent_give');
    expect(entry).toMatchObject({
      individualId: id,
      purpose: 'marketing',
      objectIds: { noticeVersion: '2026-01', channel: 'branch', proofSha256: PROOF },
    });
  });

  it('is recorded once, and for the named fields alone', async () => {
    const id = await person({ name: ASHA.name, phone: ASHA.phone });
    const details = given();
    await give([id], { details, fieldTypes: ['phone'] });
    expect(statuses(await give([id], { details, fieldTypes: ['phone'] }))).toEqual(['unchanged']);
    expect(await history(id)).toHaveLength(2);
    const request = { companyId: 1, individualIds: [id], fieldTypes: [], purpose: 'marketing' };
    const [one] = (await world.records.revealRecords(owner, request)).records;
    expect([Object.keys(one?.fields ?? {}), Object.keys(one?.refused ?? {})]).toEqual([['phone'], ['name']]);
  });

  it('ends a withdrawal before its date, and no later one', async () => {
    const id = await person();
    await give([id], { details: given('marketing', { date: daysAgo(2) }) });
    expect(statuses(await withdraw([id]))).toEqual(['withdrawn']);
    expect(statuses(await give([id]))).toEqual(['CONSENT_WITHDRAWN']);
    expect(await reveals(id)).toBe(false);
    expect(statuses(await give([id], { details: given('marketing', { date: new Date() }) }))).toEqual([
      'given',
    ]);
    expect(await reveals(id)).toBe(true);
  });

  it.each([
    ['the same Aadhaar', { aadhaar: ASHA.aadhaar }, { aadhaar: ASHA.aadhaar }, 'CONSENT_WITHDRAWN'],
    [
      'phone and name',
      { phone: ASHA.phone, name: 'Asha Rao' },
      { phone: ASHA.phone, name: 'A. Rao' },
      'CONSENT_WITHDRAWN',
    ],
    [
      'a phone without a name',
      { phone: ASHA.phone, name: 'Asha Rao' },
      { phone: ASHA.phone },
      'CONSENT_WITHDRAWN',
    ],
    [
      'the phone of a family',
      { phone: ASHA.phone, name: 'Asha Rao' },
      { phone: ASHA.phone, name: 'Vikram Sethi' },
      'given',
    ],
    ['another PAN', { phone: ASHA.phone, pan: ASHA.pan }, { phone: ASHA.phone, pan: 'ABCPS1234F' }, 'given'],
  ])('is judged with the withdrawals of other records: %s', async (_, one, other, expected) => {
    const [first, second] = [await person(one), await person(other)];
    await withdraw([first]);
    expect(statuses(await give([second], { dryRun: true }))).toEqual([expected]);
    expect(statuses(await give([second]))).toEqual([expected]);
    const later = given('marketing', { date: new Date() });
    expect(statuses(await give([second], { details: later }))).toEqual(['given']);
  });

  it.each([
    ['no date', { date: undefined }],
    ['a date in the future', { date: new Date(Date.now() + DAY_MS) }],
    ['further purposes', { alsoFor: ['support'] }],
    ['a proof that is no hash', { proofSha256: 'scan.pdf' }],
    ['an impossible purpose', { purpose: 'Not A Purpose' }],
  ])('with %s is refused', async (_, change) => {
    const id = await person();
    const call = give([id], { details: { ...given(), ...change } });
    await expect(call).rejects.toMatchObject({ reason: 'CONSENT_INVALID' });
  });
});

describe('a batch', () => {
  it('judges each person alone: unknown, erased, without fields, of another company', async () => {
    const [kept, gone] = [await person(), await person({ name: 'Ravi Nair' })];
    const other = await person({ name: 'Meera Iyer' }, 2);
    const { individual } = await world.individuals.createIndividual(owner, { companyId: 1 });
    await world.erasures.eraseIndividual(owner, { companyId: 1, individualId: gone, reason: 'On request' });
    const ids = [kept, gone, 999_999, individual?.id ?? 0, other];
    const refused = ['ERASED', 'NOT_FOUND', 'NO_FIELDS', 'NOT_FOUND'];
    expect(statuses(await give(ids, { dryRun: true }))).toEqual(['given', ...refused]);
    expect(await history(kept)).toHaveLength(1);
    expect(statuses(await give(ids))).toEqual(['given', ...refused]);
    expect(statuses(await withdraw(ids, 'marketing', true))[0]).toBe('withdrawn');
    expect(await reveals(kept)).toBe(true);
    expect(statuses(await withdraw([kept, 999_999]))).toEqual(['withdrawn', 'NOT_FOUND']);
    expect(await reveals(kept)).toBe(false);
  });

  it('takes at most 200 people, and somebody', async () => {
    const many = Array.from({ length: 201 }, (_, n) => n + 1);
    await expect(give(many)).rejects.toMatchObject({ reason: 'TOO_MANY' });
    await expect(withdraw(many)).rejects.toMatchObject({ reason: 'TOO_MANY' });
    await expect(give([])).rejects.toMatchObject({ reason: 'PEOPLE_REQUIRED' });
  });

  it('needs pii:write in the company', async () => {
    const id = await person();
    const reader = await as(users, ['pii:read', 'pii:reveal']);
    const stranger = await as(users, HELD, 2);
    for (const ctx of [reader, stranger])
      await expect(give([id], { ctx })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('gives the same answer to a repeated call', async () => {
    const id = await person();
    const ctx = { ...owner, idempotencyKey: `again-${users}` };
    const details = given();
    const first = await give([id], { ctx, details });
    expect(statuses(first)).toEqual(['given']);
    await give([id], { ctx, details });
    expect(await history(id)).toHaveLength(2);
  });
});

describe('more people a day', () => {
  const approvals = () => world.client(ApprovalsService, 'vault');

  it('need a second person, for the purpose and by number; a dry run is not counted', async () => {
    const ids: number[] = [];
    for (let n = 0; n < PER_DAY + 2; n += 1) ids.push(await person());
    await give(ids, { dryRun: true });
    await expect(give(ids)).rejects.toMatchObject({ code: 'PERMISSION_DENIED', reason: 'APPROVAL_REQUIRED' });
    expect(await reveals(ids[0] ?? 0)).toBe(false);
    const budgets = world.client(BudgetsService, 'vault');
    expect((await budgets.getRevealBudget(owner, { companyId: 1 })).consents).toMatchObject({
      used: 0,
      limit: PER_DAY,
    });
    await give(ids.slice(0, PER_DAY));
    await expect(give(ids.slice(PER_DAY))).rejects.toMatchObject({ reason: 'APPROVAL_REQUIRED' });
    const wanted = {
      companyId: 1,
      kind: 'consent',
      purpose: 'marketing',
      people: 2,
      reason: 'Forms of the fair',
    };
    const { approval } = await approvals().requestApproval(owner, wanted);
    const decision = { id: approval?.id ?? 0, decision: 'approved' };
    await expect(approvals().decideApproval(owner, decision)).rejects.toMatchObject({
      reason: 'OWN_REQUEST',
    });
    await approvals().decideApproval(await as(users + 1_000), decision);
    const other = give(ids.slice(PER_DAY), { details: given('lending') });
    await expect(other).rejects.toMatchObject({ reason: 'APPROVAL_REQUIRED' });
    expect(statuses(await give(ids.slice(PER_DAY)))).toEqual(['given', 'given']);
    await expect(give([ids[0] ?? 0], { details: given('support') })).rejects.toMatchObject({
      reason: 'APPROVAL_REQUIRED',
    });
  });

  it('are counted for parallel calls, and for the account that made an API credential', async () => {
    const ids: number[] = [];
    for (let n = 0; n < PER_DAY + 3; n += 1) ids.push(await person());
    const outcomes = await Promise.allSettled(ids.map((id) => give([id])));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(PER_DAY);
    const client = (n: number) =>
      world.as({
        userId: users + 2_000 + n,
        clientId: `pvc_${n}`,
        clientMadeBy: 50,
        companies: { 1: [...HELD] },
      });
    const byClients = await Promise.allSettled(
      ids.map(async (id, n) => give([id], { ctx: await client(n), details: given('support') })),
    );
    expect(byClients.filter(({ status }) => status === 'fulfilled')).toHaveLength(PER_DAY);
  });
});
