import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { ApprovalsService } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsService } from '@pii-vault/proto/vault/v1/budgets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outcomesOf } from './budget-world.ts';
import { ALL, ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

const PER_DAY = 3;
const REQUIRED = { code: 'PERMISSION_DENIED', reason: 'APPROVAL_REQUIRED' };
const HELD = [...ALL, 'company:manage', 'security:read'];
let world: VaultWorld;
beforeAll(async () => {
  world = await vaultWorld({ VAULT_ERASURES_PER_DAY: String(PER_DAY) });
});
afterAll(() => world.stop());

interface Who {
  readonly clientId?: string;
  readonly clientMadeBy?: number;
  readonly held?: readonly string[];
}
const as = (userId: number, more: Who = {}): Promise<Ctx> => {
  const { held = HELD, ...rest } = more;
  return world.as({ userId, companies: { 1: [...held] }, ...rest });
};

async function people(count: number): Promise<number[]> {
  const ctx = await as(1);
  const made: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const record = { companyId: 1, consentDetails: consent(), fields: { name: ASHA.name } };
    const rest = { externalId: undefined, individualId: undefined, afterErasure: undefined };
    made.push((await world.records.createRecord(ctx, { ...record, ...rest })).individualId);
  }
  return made;
}

const erase = (ctx: Ctx, individualId: number) =>
  world.erasures.eraseIndividual(ctx, { companyId: 1, individualId, reason: 'On request' });
const approvals = () => world.client(ApprovalsService, 'vault');

it('a user erases up to the number of the day, also in parallel; more is refused and an alarm', async () => {
  const ctx = await as(20);
  const ids = await people(2 * PER_DAY);
  expect(await outcomesOf(ids.map((id) => erase(ctx, id)))).toEqual({
    answered: PER_DAY,
    reasons: ['APPROVAL_REQUIRED'],
  });
  const left = (
    await world.sql(`SELECT FROM vault.individuals WHERE sealed_at IS NULL AND id = ANY ($1)`, [ids])
  ).length;
  expect(left).toBe(PER_DAY);
  const { alarms } = await world.client(BudgetsService, 'vault').listBudgetAlarms(await as(1), { hours: 1 });
  expect(alarms.filter(({ userId }) => userId === 20)).toMatchObject([
    { kind: 'erasure', used: PER_DAY, refused: PER_DAY },
  ]);
  const raised = (await world.entries()).filter(({ action }) => action === 'budget_alarm');
  expect(raised).toMatchObject([{ actorId: '20', objectIds: { budget: 'erasure' } }]);
  const budgets = world.client(BudgetsService, 'vault');
  const { erasures } = await budgets.getRevealBudget(ctx, { companyId: 1 });
  expect(erasures).toMatchObject({ limit: PER_DAY, used: PER_DAY });
  // Another user, and the credentials of the same one, have their own number.
  const [first, second] = await people(2);
  await erase(await as(21), first ?? 0);
  await erase(await as(20, { clientId: 'pvc_20', held: [...HELD, 'erase:automate'] }), second ?? 0);
});

it('credentials of several users that one account made have one number', async () => {
  const held = [...HELD, 'erase:automate'];
  const ids = await people(PER_DAY + 1);
  const outcomes = ids.map(async (id, n) =>
    erase(await as(40 + n, { clientId: `pvc_${40 + n}`, clientMadeBy: 50, held }), id),
  );
  expect(await outcomesOf(outcomes)).toEqual({ answered: PER_DAY, reasons: ['APPROVAL_REQUIRED'] });
});

it('deleted values count as well', async () => {
  const ctx = await as(22);
  const [kept, ...ids] = await people(PER_DAY + 1);
  const [stored] = await world.sql<{ id: number }>(
    `SELECT id FROM vault.pii_fields WHERE individual_id = $1`,
    [kept],
  );
  const fieldId = stored?.id ?? 0;
  for (const id of ids.slice(1)) await erase(ctx, id);
  const [other] = await world.sql<{ id: number }>(
    `SELECT id FROM vault.pii_fields WHERE individual_id = $1`,
    [ids[0]],
  );
  await world.fields.deleteField(ctx, { fieldId: other?.id ?? 0 });
  await expect(world.fields.deleteField(ctx, { fieldId })).rejects.toMatchObject(REQUIRED);
});

it('a second person approves more, for the requester alone and by number', async () => {
  const ctx = await as(23);
  const ids = await people(PER_DAY + 3);
  for (const id of ids.slice(0, PER_DAY)) await erase(ctx, id);
  const [one, two, three] = ids.slice(PER_DAY);
  await expect(erase(ctx, one ?? 0)).rejects.toMatchObject(REQUIRED);
  const wanted = { companyId: 1, kind: 'erase', purpose: '', people: 2, reason: 'Old product' };
  const { approval } = await approvals().requestApproval(ctx, wanted);
  expect(approval).toMatchObject({ kind: 'erase', purpose: 'erasure', status: 'pending' });
  const decision = { id: approval?.id ?? 0, decision: 'approved' };
  await expect(approvals().decideApproval(ctx, decision)).rejects.toMatchObject({ reason: 'OWN_REQUEST' });
  await expect(erase(ctx, one ?? 0)).rejects.toMatchObject(REQUIRED);
  await approvals().decideApproval(await as(24), decision);
  for (const id of [one, two]) await erase(ctx, id ?? 0);
  await expect(erase(ctx, three ?? 0)).rejects.toMatchObject(REQUIRED);
});

it('a credential that was not created to erase, and a session without a fresh proof, erase nothing', async () => {
  const [id] = await people(1);
  const session = await world.as({ userId: 25, companies: { 1: [...HELD] }, provenAt: null });
  await expect(erase(session, id ?? 0)).rejects.toMatchObject({ reason: 'FRESH_PROOF_REQUIRED' });
  for (const held of [HELD, [...HELD, 'access:automate']])
    await expect(erase(await as(25, { clientId: 'pvc_25', held }), id ?? 0)).rejects.toMatchObject({
      reason: 'OWN_SESSION_REQUIRED',
      message: expect.stringContaining('mayErase'),
    });
});
