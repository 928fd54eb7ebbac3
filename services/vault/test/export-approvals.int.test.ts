import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalCalls } from './approval-calls.ts';
import { type BudgetWorld, budgetWorld } from './budget-world.ts';

let world: BudgetWorld;
beforeAll(async () => {
  world = await budgetWorld();
  await world.setPolicy({ bulkApproval: { exportsAbove: 20, hours: 1 } });
});
afterAll(() => world.stop());

const required = { code: 'PERMISSION_DENIED', reason: 'APPROVAL_REQUIRED' };
const { approved, listed } = approvalCalls(() => world);

describe('an export of more people than the limit', () => {
  const list = (ctx: Ctx, purpose?: string, cursor?: string, companyId: number | undefined = 1) =>
    world.vault.individuals.listIndividuals(ctx, {
      ...{ companyId, limit: 15, cursor, sort: undefined, search: undefined, quality: undefined },
      ...{
        externalId: undefined,
        includeExternalIds: false,
        filter: undefined,
        marks: [],
        forExport: true,
        purpose,
      },
    });

  it('is refused before its first page, and allowed page by page under an approval', async () => {
    const ctx = await world.as(60);
    await expect(list(ctx)).rejects.toMatchObject(required);
    const id = await approved(ctx, { kind: 'export', people: 60 });
    let rows = 0;
    let cursor: string | undefined;
    do {
      const page = await list(ctx, 'kyc', cursor);
      rows += page.individuals.length;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(rows).toBe(60);
    expect((await listed(ctx)).find((one) => one.id === id)?.used).toBe(45);
    await expect(list(ctx, 'kyc')).rejects.toMatchObject(required);
  });

  it('counts for the account that made the credential', async () => {
    const ctx = await world.vault.as({
      ...{ userId: 63, clientId: 'pvc_63', clientMadeBy: 64 },
      companies: { 1: ['pii:read', 'pii:reveal'] },
    });
    await expect(list(ctx)).rejects.toMatchObject(required);
    expect([await world.used(63, 4), await world.used(64, 4)]).toMatchObject([
      { refused: 0 },
      { refused: 1 },
    ]);
    await approved(ctx, { kind: 'export', people: 60 });
    await list(ctx, 'kyc');
  });

  it('is refused before its first page where the approval is void, which the budget does not show as left', async () => {
    const ctx = await world.as(61);
    await approved(ctx, { kind: 'export', people: 60 });
    await approved(ctx, { people: 7 });
    const left = async () =>
      (await world.budgets.getRevealBudget(ctx, { companyId: 1, purpose: 'kyc' })).approved;
    expect(await left()).toBe(7);
    world.vault.tenancy.changed.add(61);
    await expect(list(ctx, 'kyc')).rejects.toMatchObject({ ...required, reason: 'APPROVAL_VOID' });
    expect(await left()).toBe(0);
    expect(await world.used(61, 4)).toMatchObject({ amount: 0 });
    world.vault.tenancy.changed.delete(61);
    await list(ctx, 'kyc');
  });

  it('is refused before its first page where each page needs more than one approval has left', async () => {
    const ctx = await world.as(62);
    // One page each, and a rest of 5, 10 and 5 with the budget of 20.
    for (const people of [25, 20]) await approved(ctx, { kind: 'export', people });
    await expect(list(ctx, 'kyc')).rejects.toMatchObject(required);
    await approved(ctx, { kind: 'export', people: 15 });
    await list(ctx, 'kyc');
  });
});
