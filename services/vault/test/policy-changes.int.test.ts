import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { RevealPolicy } from '@pii-vault/proto/vault/v1/budgets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BudgetWorld, budgetWorld } from './budget-world.ts';

let world: BudgetWorld;
beforeAll(async () => {
  world = await budgetWorld();
});
beforeEach(async () => {
  world.vault.tenancy.hasSecondPerson = true;
  world.vault.tenancy.isAuthorised = true;
  world.vault.tenancy.dependents = new Map();
  world.vault.tenancy.policyMails.length = 0;
  await world.setPolicy();
});
afterAll(() => world.stop());

const read = async (ctx?: Ctx) => world.budgets.getRevealPolicy(ctx ?? (await world.as(1)), { companyId: 1 });
const set = async (ctx: Ctx, changes: Partial<RevealPolicy>) => {
  const { policy } = await read();
  if (policy === undefined) throw new Error('no policy');
  return world.budgets.setRevealPolicy(ctx, { companyId: 1, policy: { ...policy, ...changes } });
};
/** Mails about requests of user 5; user 1 prepares the limits. */
const mails = () => world.vault.tenancy.policyMails.filter(({ requestedBy }) => requestedBy === 5);
const decide = (ctx: Ctx, id: number, decision = 'approved') =>
  world.budgets.decidePolicyChange(ctx, { companyId: 1, id, decision });
const actions = async () =>
  (await world.vault.entries()).map(({ action }) => action).filter((one) => one.startsWith('reveal_policy_'));
/** Lets the delay of the pending change pass, and runs the jobs. */
const passTime = async () => {
  await world.vault.sql(
    `UPDATE vault.reveal_policy_changes SET due_at = now() - interval '1 second' WHERE status = 'pending'`,
    [],
  );
  await world.vault.restart();
  await expect.poll(async () => (await read()).pending).toBeUndefined();
};

describe('looser limits', () => {
  it('never apply by one manager alone, and apply when a second one approves', async () => {
    const before = await actions();
    const { policy, pending } = await set(await world.as(5), { peoplePerUser: 11 });
    expect(policy?.peoplePerUser).toBe(10);
    expect(pending).toMatchObject({ requestedBy: 5, waitsFor: 'approval', mayDecide: false });
    const id = pending?.id ?? 0;
    await expect(decide(await world.as(5), id)).rejects.toMatchObject({ reason: 'OWN_REQUEST' });
    expect((await read(await world.as(6))).pending).toMatchObject({ mayDecide: true });
    expect((await decide(await world.as(6), id)).policy?.peoplePerUser).toBe(11);
    expect(await read()).toMatchObject({ policy: { peoplePerUser: 11 }, pending: undefined });
    await expect(decide(await world.as(6), id)).rejects.toMatchObject({ reason: 'APPROVAL_DECIDED' });
    expect((await actions()).slice(before.length)).toEqual([
      'reveal_policy_request',
      'reveal_policy_approve',
      'reveal_policy_update',
    ]);
    await expect.poll(mails).toMatchObject([{ requestedBy: 5, isAlone: false }]);
  });

  it('wait, while the tighter limits of the same change apply at once', async () => {
    const { policy, pending } = await set(await world.as(5), {
      peoplePerUser: 2,
      bulkApproval: { hours: 1 },
      conflicts: 9,
    });
    expect(policy).toMatchObject({ peoplePerUser: 2, conflicts: 3 });
    expect(pending?.wanted).toMatchObject({ peoplePerUser: 2, conflicts: 9 });
  });

  it('lapse without a decision, and can be refused', async () => {
    await set(await world.as(5), { peoplePerUser: 12 });
    await passTime();
    expect((await read()).policy?.peoplePerUser).toBe(10);
    expect((await actions()).at(-1)).toBe('reveal_policy_expire');
    const { pending } = await set(await world.as(5), { peoplePerUser: 13 });
    expect((await decide(await world.as(6), pending?.id ?? 0, 'refused')).policy?.peoplePerUser).toBe(10);
    expect((await actions()).at(-1)).toBe('reveal_policy_refuse');
  });

  it('are never requested or decided by API credentials or tokens, which may only tighten', async () => {
    const held = ['pii:reveal', 'company:manage', 'access:automate'];
    for (const who of [{ clientId: 'pvc_5' }, { actorUserId: 7 }]) {
      const program = await world.as(5, { ...who, held });
      await expect(set(program, { searchesPerUser: 4 })).rejects.toMatchObject({
        reason: 'OWN_SESSION_REQUIRED',
      });
      expect((await set(program, { bulkApproval: { hours: 1 } })).pending).toBeUndefined();
      const { pending } = await set(await world.as(8), { peoplePerUser: 14 });
      await expect(decide(program, pending?.id ?? 0)).rejects.toMatchObject({
        reason: 'OWN_SESSION_REQUIRED',
      });
    }
    const byProgram = await world.as(5, { clientId: 'pvc_5', held });
    expect((await set(byProgram, { searchesPerUser: 1 })).policy?.searchesPerUser).toBe(1);
  });

  it('that are pending are replaced by a newer change, so that outdated limits cannot be approved', async () => {
    const { pending } = await set(await world.as(5), { peoplePerUser: 15 });
    // A repeated request keeps the pending change and sends no further mail.
    expect((await set(await world.as(5), { peoplePerUser: 15 })).pending?.id).toBe(pending?.id);
    await expect.poll(mails).toHaveLength(1);
    expect(await set(await world.as(6), { peoplePerUser: 4 })).toMatchObject({
      policy: { peoplePerUser: 4 },
      pending: undefined,
    });
    await expect(decide(await world.as(6), pending?.id ?? 0)).rejects.toMatchObject({
      reason: 'APPROVAL_DECIDED',
    });
  });

  it('requested in parallel make one pending change', async () => {
    const users = await Promise.all([5, 6, 7, 8].map((userId) => world.as(userId)));
    await Promise.all(users.map((ctx, n) => set(ctx, { peoplePerUser: 20 + n })));
    const rows = await world.vault.sql(
      `SELECT FROM vault.reveal_policy_changes WHERE company_id = 1 AND status = 'pending'`,
      [],
    );
    expect(rows).toHaveLength(1);
    expect((await read()).policy?.peoplePerUser).toBe(10);
  });
});

describe('the only administrator of a company', () => {
  beforeEach(() => {
    world.vault.tenancy.hasSecondPerson = false;
  });

  it('waits for the delay; an alarm and a mail say so, and a super admin may refuse', async () => {
    const { policy, pending } = await set(await world.as(5), { peoplePerUser: 30 });
    expect(policy?.peoplePerUser).toBe(10);
    expect(pending).toMatchObject({ waitsFor: 'delay' });
    const waitMs = (pending?.dueAt?.getTime() ?? 0) - (pending?.requestedAt?.getTime() ?? 0);
    expect(waitMs).toBe(3 * 24 * 3_600_000);
    await expect.poll(mails).toMatchObject([{ companyId: 1, isAlone: true }]);
    const { loosenings } = await world.budgets.listBudgetAlarms(await world.as(1), { hours: 24 });
    expect(loosenings[0]).toMatchObject({ companyId: 1, userId: 5, status: 'pending' });
    const elsewhere = await world.budgets.listBudgetAlarms(await world.world2(), { hours: 24 });
    expect(elsewhere.loosenings).toEqual([]);
    const everywhere = await world.vault.as({ userId: 70, everywhere: ['pii:reveal', 'company:manage'] });
    await decide(everywhere, pending?.id ?? 0, 'refused');
    expect((await read()).policy?.peoplePerUser).toBe(10);
  });

  it('has the looser limits after the delay', async () => {
    await set(await world.as(5), { peoplePerUser: 31 });
    await passTime();
    expect((await read()).policy?.peoplePerUser).toBe(31);
    expect((await actions()).at(-1)).toBe('reveal_policy_update');
  });

  it('keeps its limits when a second administrator exists at the end of the delay', async () => {
    await set(await world.as(5), { peoplePerUser: 32 });
    world.vault.tenancy.hasSecondPerson = true;
    await passTime();
    expect((await read()).policy?.peoplePerUser).toBe(10);
    expect((await actions()).at(-1)).toBe('reveal_policy_expire');
  });

  it('keeps its limits when the requester no longer manages the company', async () => {
    await set(await world.as(5), { peoplePerUser: 33 });
    world.vault.tenancy.isAuthorised = false;
    await passTime();
    expect((await read()).policy?.peoplePerUser).toBe(10);
    expect((await actions()).at(-1)).toBe('reveal_policy_expire');
  });
});
