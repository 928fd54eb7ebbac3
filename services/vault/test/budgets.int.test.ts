import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BudgetWorld, budgetWorld, outcomesOf } from './budget-world.ts';
import { ASHA, consent } from './vault-world.ts';

let world: BudgetWorld;
beforeAll(async () => {
  world = await budgetWorld();
  await world.setPolicy();
});
afterAll(() => world.stop());

const spent = { code: 'RESOURCE_EXHAUSTED', reason: 'REVEAL_BUDGET_SPENT' };

describe('the daily budget of people', () => {
  it('50 parallel reveals with a budget of 10 show 10 people, and end in one alarm', async () => {
    const ctx = await world.as(20);
    const outcome = await outcomesOf(world.people.slice(0, 50).map((id) => world.look(ctx, id)));
    expect(outcome).toEqual({ answered: 10, reasons: ['REVEAL_BUDGET_SPENT'] });
    expect(await world.used(20)).toEqual({ amount: 10, refused: 40 });
    const entries = (await world.entriesOf('budget_warning', 'budget_alarm')).filter(
      ({ actorId }) => actorId === '20',
    );
    // One for the sum of the day and one for the purpose, whose limit is the same.
    expect(entries.map(({ action, purpose }) => [action, purpose]).sort()).toEqual([
      ['budget_alarm', ''],
      ['budget_alarm', 'kyc'],
      ['budget_warning', ''],
      ['budget_warning', 'kyc'],
    ]);
  });

  it('is shared by bulk reveals of any size and single reveals', async () => {
    const ctx = await world.as(21);
    const calls = [
      ...[0, 3, 6, 9].map((from) => world.bulk(ctx, world.people.slice(from, from + 3))),
      ...[20, 21, 22].map((n) => world.look(ctx, world.people[n])),
    ];
    await outcomesOf(calls);
    expect((await world.used(21)).amount).toBeLessThanOrEqual(10);
    await expect(world.bulk(ctx, world.people.slice(0, 11))).rejects.toMatchObject(spent);
  });

  it('counts neither unknown people nor those whose consent does not cover the purpose', async () => {
    const ctx = await world.as(22);
    await world.bulk(ctx, [999_001, 999_002, 999_003]);
    await expect(world.look(ctx, world.people[0], 'marketing')).rejects.toMatchObject({
      reason: 'PURPOSE_REFUSED',
    });
    const outcome = await outcomesOf(world.people.slice(0, 12).map((id) => world.look(ctx, id)));
    expect(outcome.answered).toBe(10);
  });

  it('does not count masked views', async () => {
    const ctx = await world.as(23);
    for (const individualId of world.people.slice(0, 15))
      await world.vault.individuals.getIndividual(ctx, { individualId, companyId: 1, purpose: undefined });
    expect(await world.used(23)).toEqual({ amount: 0, refused: 0 });
  });

  it('is shared by all sessions and delegated tokens of a person, and another one by all API credentials of a user', async () => {
    const session = await world.as(24);
    await world.bulk(session, world.people.slice(0, 8));
    const delegated = await world.as(31, { actorUserId: 24 });
    await expect(world.bulk(delegated, world.people.slice(0, 8))).rejects.toMatchObject(spent);
    await world.bulk(await world.as(24, { clientId: 'pvc_a' }), world.people.slice(0, 25));
    const other = await world.as(24, { clientId: 'pvc_b' });
    await expect(world.bulk(other, world.people.slice(0, 6))).rejects.toMatchObject(spent);
  });

  it('is part of the answers from 80 % on, with the time when it resets', async () => {
    const ctx = await world.as(25);
    expect((await world.bulk(ctx, world.people.slice(0, 7))).budget).toBeUndefined();
    const { budget } = await world.look(ctx);
    expect(budget).toMatchObject({ limit: 10, used: 8 });
    expect(budget?.resetsAt?.toISOString()).toMatch(/T18:30:00.000Z$/);
    const refused = await world.bulk(ctx, world.people.slice(0, 3)).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      ...spent,
      message: expect.stringContaining('2 are left, 3 were requested'),
    });
    expect(refused).toMatchObject({ retryAfterMs: expect.any(Number) });
    const current = await world.budgets.getRevealBudget(ctx, { companyId: 1, purpose: 'kyc' });
    expect(current.people).toMatchObject({ limit: 10, used: 8 });
  });

  it('has a narrower limit for a purpose', async () => {
    await world.setPolicy({ byPurpose: [{ purpose: 'support', people: 2 }] });
    const ctx = await world.as(26);
    const outcome = await outcomesOf(world.people.slice(0, 4).map((id) => world.look(ctx, id, 'support')));
    expect(outcome.answered).toBe(2);
    await world.look(ctx, world.people[0], 'kyc');
    await world.setPolicy();
  });

  it('also counts histories, nominees and recent fields', async () => {
    const ctx = await world.as(27);
    const { fields } = await world.look(ctx);
    await world.vault.fields.getFieldHistory(ctx, { fieldId: fields[0]?.id ?? 0, purpose: 'kyc' });
    await world.vault.fields.listRecentFields(ctx, { companyId: 1, purpose: 'kyc' });
    const { amount } = await world.used(27);
    expect(amount).toBe(7);
    await expect(
      world.vault.fields.listRecentFields(ctx, { companyId: 1, purpose: 'kyc' }),
    ).rejects.toMatchObject(spent);
  });

  it('survives a restart, which returns unused reservations', async () => {
    await world.setPolicy({ peoplePerUser: 100 });
    await world.bulk(await world.as(28), world.people.slice(0, 5));
    expect((await world.used(28)).amount).toBeGreaterThan(5);
    await world.vault.restart();
    expect(await world.used(28)).toEqual({ amount: 5, refused: 0 });
    await world.setPolicy();
  });
});

describe('the daily budget of searches', () => {
  const search = (ctx: Awaited<ReturnType<BudgetWorld['as']>>, purpose = 'kyc') =>
    world.vault.search.searchPii(ctx, {
      companyId: 1,
      fieldType: 'email',
      value: 'asha7@example.in',
      purpose,
    });

  it('a search finds people who consented to the purpose for the field, and its entry names the purpose', async () => {
    const ctx = await world.as(40);
    expect((await search(ctx)).results.map(({ individualId }) => individualId)).toEqual([world.people[7]]);
    expect((await search(ctx, 'marketing')).results).toEqual([]);
    expect((await world.entriesOf('data_search')).at(-1)).toMatchObject({
      purpose: 'marketing',
      counts: { hits: 0 },
    });
    await expect(search(ctx, '')).rejects.toMatchObject({ reason: 'PURPOSE_INVALID' });
  });

  it('external ids are listed only for a purpose that consent covers', async () => {
    const ctx = await world.as(42);
    const listed = async (purpose?: string) =>
      (
        await world.vault.individuals.listIndividuals(ctx, {
          ...{ companyId: 1, limit: 200, cursor: undefined, sort: undefined, search: undefined },
          ...{
            quality: undefined,
            externalId: undefined,
            includeExternalIds: true,
            filter: undefined,
            marks: [],
            forExport: false,
            purpose,
          },
        })
      ).externalIds;
    expect(await listed('kyc')).toHaveLength(60);
    expect(await listed('marketing')).toEqual([]);
    await expect(listed()).rejects.toMatchObject({ reason: 'PURPOSE_REQUIRED' });
  });

  it('searches end with the budget, and looking up an external id in the list is a search', async () => {
    const ctx = await world.as(41);
    const list = (externalId: string, purpose?: string) =>
      world.vault.individuals.listIndividuals(ctx, {
        ...{
          companyId: 1,
          limit: 0,
          cursor: undefined,
          sort: undefined,
          search: undefined,
          quality: undefined,
        },
        ...{ externalId, includeExternalIds: false, filter: undefined, marks: [], forExport: false, purpose },
      });
    await expect(list('B-3')).rejects.toMatchObject({ reason: 'PURPOSE_REQUIRED' });
    expect((await list('B-3', 'kyc')).individuals.map(({ id }) => id)).toEqual([world.people[3]]);
    expect((await list('B-3', 'marketing')).individuals).toEqual([]);
    await search(ctx);
    await expect(search(ctx)).rejects.toMatchObject({ reason: 'SEARCH_BUDGET_SPENT' });
    await expect(list('B-3', 'kyc')).rejects.toMatchObject({ reason: 'SEARCH_BUDGET_SPENT' });
  });
});

it('answers IDENTITY_CONFLICT a few times a day, then writes nothing more for the user', async () => {
  const ctx = await world.as(50);
  const holder = { ...ASHA, email: 'holder@example.in' };
  const record = (fields: Record<string, string>) => ({ fields, externalId: 'GUESSED' });
  const batch = (fields: Record<string, string>) =>
    world.vault.records.createRecords(ctx, {
      companyId: 1,
      consentDetails: consent(),
      records: [record(fields)],
    });
  await batch(holder);
  const reasons: (string | undefined)[] = [];
  for (const pan of ['BXYPR1234K', 'BXYPR1235K', 'BXYPR1236K', 'BXYPR1237K'])
    reasons.push((await batch({ ...holder, pan })).results[0]?.errors[0]?.reason);
  expect(reasons).toEqual(Array(4).fill('IDENTITY_CONFLICT'));
  const stopped = { code: 'RESOURCE_EXHAUSTED', reason: 'CONFLICT_BUDGET_SPENT' };
  await expect(batch({ ...holder, pan: 'BXYPR1238K' })).rejects.toMatchObject(stopped);
  const single = { companyId: 1, consentDetails: consent(), fields: { name: 'Asha Rao' } };
  await expect(
    world.vault.records.createRecord(ctx, { ...single, externalId: undefined, individualId: undefined }),
  ).rejects.toMatchObject(stopped);
  const { fields, individuals } = world.vault;
  const field = {
    companyId: 1,
    individualId: 1,
    fieldType: 'name',
    plainValue: 'Asha',
    consentDetails: consent(),
  };
  await expect(fields.createField(ctx, field)).rejects.toMatchObject(stopped);
  await expect(individuals.createIndividual(ctx, { companyId: 1 })).rejects.toMatchObject(stopped);
  const alarms = (await world.entriesOf('budget_alarm')).filter(({ actorId }) => actorId === '50');
  expect(alarms.map(({ reason }) => reason)).toEqual(['CONFLICT_BUDGET_SPENT']);
  await world.vault.restart();
  await expect(batch({ ...holder, pan: 'BXYPR1239K' })).rejects.toMatchObject(stopped);
});

describe('alarms and policy', () => {
  it('alarms name the refused user, and only security:read of the company shows them', async () => {
    const { alarms } = await world.budgets.listBudgetAlarms(await world.as(1), { hours: 24 });
    expect(alarms).toContainEqual(
      expect.objectContaining({
        companyId: 1,
        userId: 20,
        kind: 'reveal',
        purpose: '',
        used: 10,
        refused: 40,
      }),
    );
    expect(alarms).toContainEqual(expect.objectContaining({ userId: 24, kind: 'reveal', clientId: 'pvc_b' }));
    const elsewhere = await world.world2();
    expect((await world.budgets.listBudgetAlarms(elsewhere, { hours: 24 })).alarms).toEqual([]);
    const denied = { code: 'PERMISSION_DENIED' };
    const without = await world.as(1, { held: ['pii:reveal'] });
    await expect(world.budgets.listBudgetAlarms(without, { hours: 24 })).rejects.toMatchObject(denied);
    await expect(
      world.budgets.listBudgetAlarms(world.vault.asService('gateway', 1), { hours: 24 }),
    ).rejects.toMatchObject(denied);
  });

  it('a policy change needs a session with a fresh proof, and writes an entry', async () => {
    await world.setPolicy();
    const { policy } = await world.budgets.getRevealPolicy(await world.as(1), { companyId: 1 });
    expect((await world.entriesOf('reveal_policy_update')).at(-1)?.counts).toMatchObject({
      peoplePerUser: 10,
    });
    const set = (ctx: Awaited<ReturnType<BudgetWorld['as']>>) =>
      world.budgets.setRevealPolicy(ctx, { companyId: 1, policy });
    await expect(set(await world.as(1, { isStale: true }))).rejects.toMatchObject({
      reason: 'FRESH_PROOF_REQUIRED',
    });
    await expect(set(await world.as(1, { clientId: 'pvc_a' }))).rejects.toMatchObject({
      reason: 'OWN_SESSION_REQUIRED',
    });
    await expect(set(await world.as(1, { held: ['pii:reveal'] }))).rejects.toMatchObject({
      reason: 'PERMISSION_DENIED',
    });
    await expect(world.setPolicy({ peoplePerUser: 2_000_000_000 })).rejects.toMatchObject({
      reason: 'LIMIT_INVALID',
    });
    await expect(world.setPolicy({ bulkApproval: { hours: 0 } })).rejects.toMatchObject({
      reason: 'HOURS_INVALID',
    });
  });
});
