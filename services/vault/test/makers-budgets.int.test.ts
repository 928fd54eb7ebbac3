import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalCalls } from './approval-calls.ts';
import { type BudgetWorld, budgetWorld } from './budget-world.ts';

let world: BudgetWorld;
beforeAll(async () => {
  world = await budgetWorld();
});
afterAll(() => world.stop());
beforeEach(() =>
  world.setPolicy({
    peoplePerUser: 50,
    peoplePerCredential: 50,
    bulkApproval: { revealsAbove: 5, hours: 1 },
  }),
);

const required = { code: 'PERMISSION_DENIED', reason: 'APPROVAL_REQUIRED' };
const { approved, listed } = approvalCalls(() => world);

const made = (userId: number, clientMadeBy: number) =>
  world.vault.as({
    ...{ userId, clientId: `pvc_${userId}`, clientMadeBy },
    companies: { 1: ['pii:read', 'pii:reveal'] },
  });
/** People counted for the user's reveals and for bulk reveals, of the user and of the maker. */
const counted = async (userId: number, makerId: number) => {
  // The restart returns what the process reserved and did not show.
  await world.vault.restart();
  const [own, ownBulk] = [await world.used(userId, 1), await world.used(userId, 2)];
  const [makers, makersBulk] = [await world.used(makerId, 1), await world.used(makerId, 2)];
  return {
    user: { reveal: own.amount, bulk: ownBulk.amount },
    maker: { reveal: makers.amount, bulk: makersBulk.amount },
  };
};

describe('a bulk reveal by a credential that another account made', () => {
  it('counts the credentials of several users that one account made as one', async () => {
    const [one, two] = [await made(41, 40), await made(42, 40)];
    await world.bulk(one, world.people.slice(0, 3));
    await world.bulk(two, world.people.slice(0, 2));
    const more = world.people.slice(2, 4);
    await expect(world.bulk(two, more)).rejects.toMatchObject(required);
    expect((await world.budgets.getRevealBudget(two, { companyId: 1 })).bulk).toMatchObject({ used: 5 });
    await world.look(two);
    await approved(two, { people: 2 });
    await world.bulk(two, more);
    await expect(world.bulk(two, more)).rejects.toMatchObject(required);
  });

  it("gives back what it did not show to the user's budget and to the maker's", async () => {
    const ctx = await made(44, 45);
    await world.bulk(ctx, [world.people[0] ?? 0, 999_001, 999_002, 999_003, 999_004]);
    expect(await counted(44, 45)).toEqual({
      user: { reveal: 1, bulk: 0 },
      maker: { reveal: 0, bulk: 1 },
    });
    await world.bulk(ctx, world.people.slice(0, 4));
    await expect(world.bulk(ctx, world.people.slice(0, 1))).rejects.toMatchObject(required);
    expect(await counted(44, 45)).toEqual({
      user: { reveal: 5, bulk: 0 },
      maker: { reveal: 0, bulk: 5 },
    });
  });

  it("counts nothing for the maker where the user's budget refuses", async () => {
    await world.setPolicy({ peoplePerCredential: 2, bulkApproval: { revealsAbove: 5, hours: 1 } });
    const ctx = await made(46, 47);
    const refused = world.bulk(ctx, world.people.slice(0, 3));
    await expect(refused).rejects.toMatchObject({ reason: 'REVEAL_BUDGET_SPENT' });
    expect(await counted(46, 47)).toEqual({
      user: { reveal: 0, bulk: 0 },
      maker: { reveal: 0, bulk: 0 },
    });
  });

  it("counts nothing for the maker where an approval replaces the user's budget", async () => {
    await world.setPolicy({ peoplePerCredential: 2, bulkApproval: { revealsAbove: 5, hours: 1 } });
    const ctx = await made(48, 49);
    await approved(ctx, { people: 3 });
    await world.bulk(ctx, [...world.people.slice(0, 2), 999_001]);
    expect(await counted(48, 49)).toEqual({
      user: { reveal: 0, bulk: 0 },
      maker: { reveal: 0, bulk: 0 },
    });
    expect((await listed(ctx)).map(({ used }) => used)).toEqual([2]);
  });
});
