import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ComplianceWorld, complianceWorld } from './compliance-world.ts';
import { newGrievance, newIncident, newPurpose, newRecipient } from './register-requests.ts';

let compliance: ComplianceWorld;
let [manager, viewer, reader, revealer]: Ctx[] = [];
const MANAGE = ['compliance:read', 'compliance:manage'];
const PHONE = 'Call Asha on 98450 12345 about 2345 6789 0123';

beforeAll(async () => {
  compliance = await complianceWorld();
  const as = (userId: number, permissions: string[]) =>
    compliance.world.as({ userId, companies: { 1: permissions } });
  manager = await as(5, [...MANAGE, 'notes:read', 'pii:reveal']);
  viewer = await as(6, ['compliance:read', 'pii:reveal']);
  reader = await as(7, [...MANAGE, 'notes:read']);
  revealer = await as(8, ['compliance:read', 'notes:read', 'pii:reveal']);
});
afterAll(() => compliance?.world.stop());
beforeEach(async () => {
  // Ships events of an earlier test before the bus is emptied.
  await compliance.world.drain();
  await compliance.world.sql(
    'TRUNCATE compliance.purposes, compliance.grievances, compliance.incidents, compliance.recipients, bus.log',
  );
});

const caller = (ctx: Ctx | undefined): Ctx => {
  if (ctx === undefined) throw new Error('The world has not started');
  return ctx;
};
const grievances = (ctx: Ctx | undefined) =>
  compliance.grievances.listGrievances(caller(ctx), { companyId: 1, limit: 0 });
const enter = (description = PHONE) =>
  compliance.grievances.createGrievance(caller(manager), { ...newGrievance(1), description });

async function entries(action: string, actorId: string): Promise<AuditEntry[]> {
  await compliance.world.drain();
  const rows = await compliance.world.sql<{ payload: Buffer }>(
    "SELECT payload FROM bus.log WHERE topic = 'compliance.audit' ORDER BY position",
  );
  return rows
    .map(({ payload }) => AuditEntry.decode(payload))
    .filter((entry) => entry.action === action && entry.actorId === actorId);
}

describe('without notes:read', () => {
  it('a list names the texts without their content, and decrypts none', async () => {
    await enter();
    // A damaged text would fail the call if it were opened.
    await compliance.world.sql("UPDATE compliance.grievances SET texts = '\\x00'");
    const [grievance] = (await grievances(viewer)).grievances;
    expect(grievance).toMatchObject({
      ...{ subject: undefined, description: undefined, resolution: '', category: 'access' },
    });
    expect(grievance?.texts).toEqual({
      view: 'withheld',
      filled: ['subject', 'description'],
      identifiers: 0,
    });
    expect(await entries('text_read', '6')).toEqual([]);
  });

  it('an entry can be written and changed, and the answers show no text', async () => {
    const writer = await compliance.world.as({ userId: 9, companies: { 1: [...MANAGE, 'pii:reveal'] } });
    const { incident } = await compliance.incidents.createIncident(writer, newIncident(1));
    expect(incident).toMatchObject({ title: undefined, status: 'open', texts: { view: 'withheld' } });
    const change = { id: incident?.id ?? 0, headings: { remedy: 'Locks' } };
    const after = (await compliance.incidents.updateIncident(writer, change)).incident;
    expect(after?.headings).toMatchObject({ description: undefined, remedy: undefined });
    expect(after?.texts?.filled).toEqual(['title', 'description', 'remedy']);
    expect(await entries('text_read', '9')).toEqual([]);
    expect(await entries('data_work', '9')).toMatchObject([
      { ticket: 'work', objectIds: { job: 'register_update', register: 'incidents' } },
    ]);
  });

  it('public texts are shown: a purpose, the name of a recipient', async () => {
    await compliance.purposes.createPurpose(caller(manager), newPurpose(1));
    await compliance.recipients.createRecipient(caller(manager), {
      ...newRecipient(1),
      contract: 'Signed by Asha',
    });
    const { purposes } = await compliance.purposes.listPurposes(caller(viewer), { limit: 0 });
    expect(purposes[0]).toMatchObject({ description: 'Secret purpose text', texts: { view: 'masked' } });
    const { recipients } = await compliance.recipients.listRecipients(caller(viewer), { limit: 0 });
    expect(recipients[0]).toMatchObject({ name: 'Secret Bureau', contract: undefined });
    expect(recipients[0]?.texts).toMatchObject({ view: 'withheld', filled: ['name', 'contract'] });
  });
});

describe('with notes:read', () => {
  it('identifiers in a text are masked, also for callers who may reveal', async () => {
    await enter();
    for (const who of [revealer, reader])
      expect((await grievances(who)).grievances[0]).toMatchObject({
        description: 'Call Asha on XXXXX12345 about 2345 6789 0123',
        texts: { view: 'masked', filled: ['subject', 'description'], identifiers: 1 },
      });
  });

  it('one entry per page and company names its rows, and no text', async () => {
    const ids = [(await enter()).grievance?.id, (await enter()).grievance?.id];
    await grievances(revealer);
    const read = await entries('text_read', '8');
    expect(read).toMatchObject([
      {
        companyId: 1,
        objectIds: { register: 'grievances', entryIds: `${ids[1]} ${ids[0]}` },
        fieldNames: ['subject', 'description'],
        decision: 'allowed',
      },
    ]);
    const dump = JSON.stringify(read, (_key, value: unknown) => (typeof value === 'number' ? value : value));
    expect(dump).not.toMatch(/Asha|12345/);
  });

  it('nothing is shown when the entry cannot be committed', async () => {
    await enter();
    const { sql } = compliance.world;
    await sql('REVOKE INSERT ON compliance.outbox FROM compliance_app');
    try {
      await expect(grievances(revealer)).rejects.toThrow();
      expect((await grievances(viewer)).grievances).toHaveLength(1);
    } finally {
      await sql('GRANT INSERT ON compliance.outbox TO compliance_app');
    }
  });

  it('the audit entry is written before a text that cannot be decrypted', async () => {
    await enter();
    await compliance.world.sql("UPDATE compliance.grievances SET texts = '\\x00'");
    await expect(grievances(revealer)).rejects.toMatchObject({ code: 'DATA_LOSS' });
    expect(await entries('text_read', '8')).toHaveLength(1);
  });
});
