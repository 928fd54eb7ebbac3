import { FiguresService } from '@pii-vault/proto/audit/v1/figures';
import { UserActionsService } from '@pii-vault/proto/audit/v1/user_actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditWorld, auditWorld, reveals } from './audit-world.ts';

let audit: AuditWorld;
const figures = () => audit.world.client(FiguresService, 'audit');
const actions = () => audit.world.client(UserActionsService, 'audit');
const everything = { limit: 0 };

beforeAll(async () => {
  audit = await auditWorld();
  const { world } = audit;
  const user = await world.as({ userId: 7, companies: { 1: [] } });
  const client = await world.as({ userId: 8, companies: { 1: [] }, clientId: 'partner:1' });
  await audit.commit('vault', user, [
    ...reveals(1, 5),
    { action: 'company_update', companyId: 2, fieldNames: ['name'] },
    { action: 'user_update', companyId: 1, objectIds: { userId: '12' } },
    { action: 'link_decision', companyId: 1, objectIds: { linkId: '4' } },
  ]);
  await audit.commit('vault', client, [
    ...reveals(1, 3),
    { action: 'data_create', companyId: 1, individualId: 5 },
  ]);
  // Entries of two services have no order relative to each other, so the first service's must be stored first.
  await world.drain();
  await audit.commit('lineage', world.asService('lineage'), [{ action: 'data_work', companyId: 1 }]);
  await audit.commit('lineage', user, [{ action: 'setup_admin', objectIds: { userId: '7' } }]);
  await world.drain();
});
afterAll(() => audit?.world.stop());

describe('access figures', () => {
  const ask = async (companies: Record<number, string[]> | 'all', companyId?: number, days = 7) => {
    const held = companies === 'all' ? { everywhere: ['analytics:read'] } : { companies };
    const {
      byAction,
      byHour,
      byActor,
      byDay,
      byWeekdayHour,
      reveals: shown,
    } = await figures().getAccessFigures(await audit.world.as({ userId: 3, ...held }), { companyId, days });
    return {
      actions: Object.fromEntries(byAction.map((one) => [one.action, one.entries])),
      actors: byActor.map((one) => [one.actorType, one.actorId, one.entries]),
      hours: byHour,
      days: byDay.map((one) => one.entries),
      weekdayHours: byWeekdayHour,
      shown: shown.map((one) => [one.purpose, one.actorType, one.actorId, one.people]),
    };
  };

  it('count accesses of users and API clients, equal in every breakdown', async () => {
    const own = await ask({ 1: ['analytics:read'] });
    expect(own.actions).toEqual({ field_decrypt: 8, data_create: 1, link_decision: 1, user_update: 1 });
    expect(own.actors).toEqual([
      ['user', '7', 7],
      ['api_client', 'partner:1', 4],
    ]);
    expect(own.hours.reduce((sum, one) => sum + one, 0)).toBe(11);
    expect(own.days).toEqual([0, 0, 0, 0, 0, 0, 11]);
    expect(own.hours).toHaveLength(24);
    // Companies count days of India here.
    const today = (new Date(Date.now() + 5.5 * 3_600_000).getUTCDay() + 6) % 7;
    expect(own.weekdayHours).toHaveLength(168);
    expect(own.weekdayHours.slice(24 * today, 24 * (today + 1))).toEqual(own.hours);
    expect(own.shown).toEqual([
      ['kyc', 'user', '7', 5],
      ['kyc', 'api_client', 'partner:1', 3],
    ]);
  });

  it('cover the requested companies; the deployment counts for a caller with the permission everywhere', async () => {
    expect((await ask('all', 2)).actions).toEqual({ company_update: 1 });
    expect((await ask('all')).actions).toMatchObject({ setup_admin: 1, company_update: 1, field_decrypt: 8 });
    await audit.world.sql('UPDATE audit.access_days SET day = day - 7 WHERE company_id = 2');
    expect((await ask('all', 2)).actions).toEqual({});
    expect((await ask('all', 2, 8)).days).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    await expect(ask('all', 2, 181)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('user actions', () => {
  it('are actions other than reading, with their resource', async () => {
    const { actions: all } = await actions().listUserActions(await audit.admin(), everything);
    expect(
      all.map((one) => [one.action, one.userId, one.resourceType, one.resourceId, one.companyId]),
    ).toEqual([
      ['setup_admin', 7, 'user', '7', undefined],
      ['link_decision', 7, 'data_lineage', '4', 1],
      ['user_update', 7, 'user', '12', 1],
      ['company_update', 7, 'company', '2', 2],
    ]);
    expect(all.at(-1)).toMatchObject({ ipAddress: '192.0.2.10', details: { fieldNames: ['name'] } });
  });

  it('are filtered by company, user and action, with pages', async () => {
    const list = async (
      change: { readonly limit?: number; readonly cursor?: string | undefined },
      companyId = 1,
    ) => {
      const page = await actions().listUserActions(await audit.auditor(companyId), {
        ...everything,
        ...change,
      });
      return [page.actions.map((one) => one.action), page.nextCursor] as const;
    };
    expect(await list({})).toEqual([['link_decision', 'user_update'], undefined]);
    const [first, next] = await list({ limit: 1 });
    expect([first, await list({ limit: 1, cursor: next })]).toEqual([
      ['link_decision'],
      [['user_update'], undefined],
    ]);
    const admin = await audit.admin();
    const find = async (change: object) =>
      (await actions().listUserActions(admin, { ...everything, ...change })).actions.length;
    expect([
      await find({ userId: 7 }),
      await find({ userId: 8 }),
      await find({ action: 'user_update' }),
    ]).toEqual([4, 0, 1]);
  });
});
