import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { ExportsService, type RecordExportRequest } from '@pii-vault/proto/audit/v1/exports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuditWorld, auditWorld, reveals } from './audit-world.ts';

let audit: AuditWorld;
beforeAll(async () => {
  audit = await auditWorld();
  await audit.commit('vault', await audit.admin(), [...reveals(1, 1), ...reveals(2, 1), ...reveals(3, 1)]);
  await audit.world.drain();
});
afterAll(() => audit?.world.stop());

type User = Parameters<AuditWorld['world']['as']>[0];
const wanted: RecordExportRequest = {
  list: 'users',
  permission: 'users:manage',
  companyId: undefined,
  filters: { format: 'csv', status: 'active' },
};
const record = async (user: User, change: Partial<RecordExportRequest> = {}) =>
  await audit.world
    .client(ExportsService, 'audit')
    .recordExport(await audit.world.as(user), { ...wanted, ...change });

/** The entries that `work` adds. */
async function entered(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const shipped = () =>
    audit.world.sql<{ payload: Buffer }>(
      `SELECT payload FROM bus.log WHERE topic = 'audit.audit' ORDER BY position`,
    );
  const before = (await shipped()).length;
  await work();
  await audit.world.drain();
  return (await shipped()).slice(before).map(({ payload }) => AuditEntry.decode(payload));
}
const companiesOf = (entries: readonly AuditEntry[]) =>
  entries.map(({ companyId }) => Number(companyId ?? 0));

it('records the export, once for each company in which the caller has the permission', async () => {
  const user = {
    userId: 5,
    companies: { 1: ['users:manage'], 2: ['users:manage'], 3: ['audit:read'] },
  };
  const entries = await entered(() => record(user));
  expect(companiesOf(entries)).toEqual([1, 2]);
  expect(entries[0]).toMatchObject({
    action: 'data_export',
    actorType: 'user',
    actorId: '5',
    decision: 'allowed',
    objectIds: { list: 'users', format: 'csv', status: 'active' },
  });
  expect(companiesOf(await entered(() => record(user, { companyId: 2 })))).toEqual([2]);
  expect(companiesOf(await entered(() => record(user, { permission: '' })))).toEqual([1, 2, 3]);
});

it('records an export of all companies for the deployment and every company with entries', async () => {
  const entries = await entered(() => record({ userId: 1, everywhere: ['users:manage'] }));
  expect(companiesOf(entries)).toEqual([0, 1, 2, 3]);
});

it('creates no entry for an unknown company id of a super_admin', async () => {
  const admin = { userId: 1, everywhere: ['users:manage'] };
  expect(companiesOf(await entered(() => record(admin, { companyId: 2 })))).toEqual([2]);
  expect(companiesOf(await entered(() => record(admin, { companyId: 987654321 })))).toEqual([0]);
  expect(companiesOf(await entered(() => record(admin)))).toEqual([0, 1, 2, 3]);
});

it('records nothing for a company of another caller, and no free text', async () => {
  const user = { userId: 5, companies: { 1: ['users:manage'] } };
  const entries = await entered(async () => {
    for (const companyId of [2, 999])
      await expect(record(user, { companyId })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    for (const wrong of [{ filters: { search: 'Asha Rao' } }, { list: 'Users of mine' }])
      await expect(record(user, wrong)).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
  });
  expect(entries).toEqual([]);
});
