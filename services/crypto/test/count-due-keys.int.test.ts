import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { backupKeyOf, fieldKeyOf } from '../src/keys/company-keys/key-uses.ts';
import { hasBackup } from '../src/register/company-key-stats.ts';
import { DAY_MS, type UseCases, type UseCaseWorld, useCaseWorld } from './use-case-world.ts';

/** Epochs live 30 days, so field and backup keys are due in their last quarter; masters live 365 days. */
let world: UseCaseWorld & UseCases;
const started = new Date('2026-01-01T00:00:00Z');
const after = (days: number) => new Date(started.getTime() + days * DAY_MS);
const due = async (day: number, companyId?: number) => {
  world.clock.now = after(day);
  return await world.countDue(world.admin, companyId);
};
const none = { count: 0, overdue: 0, companyId: null, dueAt: null };

beforeAll(async () => {
  world = await useCaseWorld();
  await world.prepare(world.ctx);
  for (const companyId of [1, 2, 3])
    await world.open(world.ctx, { use: fieldKeyOf(companyId), versions: [] });
  await world.open(world.ctx, { use: backupKeyOf(2), versions: [] });
});
beforeEach(() => {
  world.clock.now = started;
});
afterAll(() => world.drop());

it('knows a backup by the use of a backup key that still opens it', async () => {
  expect(await hasBackup(world.database.db)).toBe(true);
  const setStatus = (status: string) =>
    world.database.sql(`UPDATE crypto.encryption_keys SET status = '${status}' WHERE purpose = 'backup'`);
  await setStatus('retiring');
  expect(await hasBackup(world.database.db)).toBe(false);
  await setStatus('active');
});

it('counts keys of the last quarter of their life, in the companies of the caller', async () => {
  expect(await due(22)).toMatchObject(none);
  expect(await due(23)).toEqual({ count: 3, overdue: 0, companyId: 1, dueAt: after(30) });
  expect(await due(23, 2)).toEqual({ count: 2, overdue: 0, companyId: 2, dueAt: after(30) });
  expect(await due(31, 1)).toMatchObject({ count: 1, overdue: 1 });
});

it('counts masters in the 30 days before their end', async () => {
  await world.database.sql(`UPDATE crypto.epochs SET started_at = '2026-12-25'`);
  expect(await due(334)).toMatchObject(none);
  expect(await due(336)).toEqual({ count: 2, overdue: 0, companyId: 1, dueAt: after(365) });
  await world.database.sql(
    `UPDATE crypto.encryption_keys SET status = 'retiring', rotated_at = now() WHERE company_id = 1 AND purpose = 'master'`,
  );
  expect(await due(336)).toEqual({ count: 1, overdue: 0, companyId: 2, dueAt: after(365) });
});
