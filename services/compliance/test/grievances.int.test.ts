import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { UpdateGrievanceRequest } from '@pii-vault/proto/compliance/v1/grievances';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dueAt } from '../src/registers/grievances/grievance.ts';
import { type ComplianceWorld, complianceWorld } from './compliance-world.ts';
import { newGrievance } from './register-requests.ts';

let compliance: ComplianceWorld;
let manager: Ctx;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

beforeAll(async () => {
  compliance = await complianceWorld();
  manager = await compliance.world.as({
    userId: 5,
    companies: { 1: ['compliance:read', 'compliance:manage', 'notes:read'] },
  });
});
afterAll(() => compliance?.world.stop());
beforeEach(() => compliance.world.sql('TRUNCATE compliance.grievances'));

async function filed(receivedAt: Date, ctx = manager) {
  const request = { ...newGrievance(1), receivedAt };
  const { grievance } = await compliance.grievances.createGrievance(ctx, request);
  if (grievance === undefined) throw new Error('no grievance');
  return grievance;
}

const changed = async (request: UpdateGrievanceRequest) =>
  (await compliance.grievances.updateGrievance(manager, request)).grievance;

describe('a grievance', () => {
  it('is overdue after the last day of its period', async () => {
    expect(await filed(daysAgo(32))).toMatchObject({ overdue: true });
    const receivedAt = daysAgo(29);
    const end = dueAt('Asia/Kolkata', { receivedAt, periodDays: 30 });
    expect(await filed(receivedAt)).toMatchObject({ overdue: false, dueAt: end });
    const [row] = await compliance.world.sql<{ at: Date }>(
      'SELECT due_at AS at FROM compliance.grievances ORDER BY id DESC LIMIT 1',
    );
    expect(row?.at).toEqual(end);
  });

  it('of the release before, without a stored end, is due after whole days of 24 hours', async () => {
    const { id, receivedAt } = await filed(daysAgo(31));
    await compliance.world.sql('UPDATE compliance.grievances SET due_at = NULL');
    const due = new Date((receivedAt?.getTime() ?? 0) + 30 * 86_400_000);
    const { grievances } = await compliance.grievances.listGrievances(manager, { companyId: 1, limit: 0 });
    expect(grievances).toMatchObject([{ id, dueAt: due, overdue: true }]);
    expect((await compliance.waiting(manager)).grievances).toMatchObject({
      ...{ count: 1, overdue: 1, dueAt: due },
    });
    expect(await changed({ id, category: 'other' })).toMatchObject({ dueAt: due, category: 'other' });
  });

  it('that was answered late cannot be closed again at an earlier time', async () => {
    const { id } = await filed(daysAgo(60));
    const answer = { id, resolution: 'Corrected', closedAt: daysAgo(1) };
    const late = await changed(answer);
    expect(late).toMatchObject({ overdue: true, version: 2 });
    await expect(changed({ id, closedAt: daysAgo(50) })).rejects.toMatchObject({
      ...{ code: 'FAILED_PRECONDITION', reason: 'GRIEVANCE_CLOSED' },
    });
    expect(await changed({ id, category: 'other' })).toMatchObject({
      overdue: true,
      closedAt: late?.closedAt,
    });
  });

  it('is closed by one of several concurrent answers', async () => {
    const { id } = await filed(daysAgo(3));
    const answers = [1, 2, 3].map((days) =>
      changed({ id, resolution: `After ${days}`, closedAt: daysAgo(days) }),
    );
    const outcomes = await Promise.allSettled(answers);
    const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []));
    expect(reasons).toHaveLength(2);
    for (const reason of reasons) expect(['STALE', 'GRIEVANCE_CLOSED']).toContain(reason);
  });

  it('is neither closed nor changed under an outdated version', async () => {
    const { id } = await filed(daysAgo(3));
    await changed({ id, category: 'other', ifRowVersion: 1 });
    const answer = { id, resolution: 'Corrected', closedAt: daysAgo(1), ifRowVersion: 1 };
    await expect(changed(answer)).rejects.toMatchObject({ reason: 'STALE' });
    const { grievances } = await compliance.grievances.listGrievances(manager, { companyId: 1, limit: 0 });
    expect(grievances).toMatchObject([{ id, resolution: '', closedAt: undefined, version: 2 }]);
  });
});

it('names a person that the company has, as its vault says', async () => {
  const named = async (individualId: number) =>
    await compliance.grievances.createGrievance(manager, { ...newGrievance(1), individualId });
  await expect(named(8)).rejects.toMatchObject({
    ...{ code: 'INVALID_ARGUMENT', reason: 'INVALID_ENTRY' },
    details: [{ path: 'individualId', message: 'The company has no person with this number' }],
  });
  const { grievances } = await compliance.grievances.listGrievances(manager, { companyId: 1, limit: 0 });
  expect(grievances).toEqual([]);
  expect((await named(7)).grievance).toMatchObject({ individualId: 7 });
});

it('no table or event has a text of a grievance in the clear', async () => {
  const { id } = await filed(daysAgo(3), { ...manager, idempotencyKey: 'secret' });
  await changed({ id, resolution: 'Secret answer', description: 'Secret words', closedAt: daysAgo(1) });
  await expect(changed({ id, resolution: 'Secret'.repeat(1_000) })).rejects.toMatchObject({
    reason: 'INVALID_ENTRY',
  });
  await compliance.checks.runChecks(manager, { companyId: 1 });
  await compliance.world.drain();
  const tables = await compliance.world.sql<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('compliance', 'bus')`,
  );
  expect(tables.map(({ name }) => name)).toContain('compliance.grievances');
  for (const { name } of tables) {
    const [found] = await compliance.world.sql<{ rows: number }>(
      `SELECT count(*)::integer AS rows FROM ${name} AS t
       WHERE t::text LIKE '%Secret%' OR t::text LIKE '%' || encode('Secret', 'hex') || '%'`,
    );
    expect([name, found?.rows]).toEqual([name, 0]);
  }
});
