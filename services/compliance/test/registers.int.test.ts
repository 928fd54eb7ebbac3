import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dueAt } from '../src/registers/grievances/grievance.ts';
import { type ComplianceWorld, complianceWorld } from './compliance-world.ts';
import { newGrievance, newIncident, newPurpose, newRecipient } from './register-requests.ts';

let compliance: ComplianceWorld;
let manager: Ctx;
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

beforeAll(async () => {
  compliance = await complianceWorld();
  manager = await compliance.world.as({
    userId: 5,
    companies: { 1: ['compliance:read', 'compliance:manage', 'notes:read', 'pii:reveal'] },
  });
});
afterAll(() => compliance?.world.stop());
beforeEach(() =>
  compliance.world.sql(
    'TRUNCATE compliance.purposes, compliance.grievances, compliance.incidents, compliance.recipients, compliance.run_requests',
  ),
);

describe('free text', () => {
  it('is shown to users with notes:read, and never stored in plain text', async () => {
    await compliance.purposes.createPurpose(manager, newPurpose(1));
    await compliance.grievances.createGrievance(manager, newGrievance(1));
    await compliance.incidents.createIncident(manager, newIncident(1));
    await compliance.recipients.createRecipient(manager, newRecipient(1));
    await compliance.world.drain();
    const { grievances } = await compliance.grievances.listGrievances(manager, { limit: 0 });
    expect(grievances[0]?.subject).toBe('Secret grievance of Asha Rao');
    for (const table of [
      'compliance.purposes',
      'compliance.grievances',
      'compliance.incidents',
      'compliance.recipients',
    ])
      expect(await bytesOf(table)).not.toContain('Secret');
    expect(await bytesOf('bus.log')).not.toContain('Secret');
  });

  it('cannot be decrypted in another row', async () => {
    await compliance.recipients.createRecipient(manager, newRecipient(1, 'a'));
    await compliance.recipients.createRecipient(manager, newRecipient(1, 'b'));
    await compliance.world.sql(
      `UPDATE compliance.recipients AS r SET texts = o.texts FROM compliance.recipients AS o
       WHERE r.code = 'a' AND o.code = 'b'`,
    );
    await expect(compliance.recipients.listRecipients(manager, { limit: 0 })).rejects.toMatchObject({
      code: 'DATA_LOSS',
    });
  });
});

describe('the longest texts', () => {
  it('are listed in pages of fewer rows, which together have every row once', async () => {
    const text = 'a@b.co '.repeat(1_428);
    const headings = {
      ...{ description: text, circumstances: text, mitigation: text },
      ...{ findings: text, remedy: text, intimations: text },
    };
    const ids: number[] = [];
    for (let n = 0; n < 9; n++) {
      const { incident } = await compliance.incidents.createIncident(manager, {
        ...newIncident(1),
        headings,
      });
      ids.unshift(incident?.id ?? 0);
    }
    const listed: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await compliance.incidents.listIncidents(manager, { limit: 200, cursor });
      const { length } = page.incidents;
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThan(5);
      expect(page.incidents[0]?.texts?.identifiers).toBe(6 * 1_428);
      listed.push(...page.incidents.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(listed).toEqual(ids);
  });

  it('do not shorten pages of others', async () => {
    for (let n = 0; n < 3; n++) await compliance.incidents.createIncident(manager, newIncident(1));
    const whole = await compliance.incidents.listIncidents(manager, { limit: 3 });
    expect([whole.incidents.length, whole.nextCursor]).toEqual([3, undefined]);
    const first = await compliance.incidents.listIncidents(manager, { limit: 2 });
    expect([first.incidents.length, first.nextCursor]).toEqual([2, String(first.incidents[1]?.id)]);
  });
});

async function bytesOf(table: string): Promise<string> {
  const rows = await compliance.world.sql<Record<string, unknown>>(`SELECT * FROM ${table}`);
  expect(rows.length).toBeGreaterThan(0);
  return rows
    .flatMap(Object.values)
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
    .join('\n');
}

it('a purpose has at most 100 notices', async () => {
  const { purpose } = await compliance.purposes.createPurpose(manager, newPurpose(1));
  const add = (version: string) =>
    compliance.purposes.updatePurpose(manager, {
      id: purpose?.id ?? 0,
      notice: { version, fieldTypes: ['pan'], retentionDays: 365, endEvent: 'account_closed' },
    });
  for (let n = 2; n <= 100; n++) await add(`v${n}`);
  await expect(add('v101')).rejects.toMatchObject({ reason: 'INVALID_ENTRY' });
});

describe('an entry', () => {
  it('is created once per Idempotency-Key, and the key is refused for another text', async () => {
    const ctx = { ...manager, idempotencyKey: 'one' };
    const first = await compliance.grievances.createGrievance(ctx, newGrievance(1));
    const again = await compliance.grievances.createGrievance(ctx, newGrievance(1));
    expect(again.grievance?.id).toBe(first.grievance?.id);
    const other = { ...newGrievance(1), subject: 'Another' };
    await expect(compliance.grievances.createGrievance(ctx, other)).rejects.toMatchObject({
      reason: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('is changed only under its version, and the trail names the changed fields', async () => {
    const { purpose } = await compliance.purposes.createPurpose(manager, newPurpose(1));
    const id = purpose?.id ?? 0;
    const change = { id, description: 'New', ifRowVersion: 1 };
    const { purpose: after } = await compliance.purposes.updatePurpose(manager, change);
    expect(after).toMatchObject({ description: 'New', lawfulBasis: 'consent', version: 2 });
    await expect(compliance.purposes.updatePurpose(manager, change)).rejects.toMatchObject({
      reason: 'STALE',
    });
    await compliance.world.drain();
    const rows = await compliance.world.sql<{ payload: Buffer }>(
      "SELECT payload FROM bus.log WHERE topic = 'compliance.audit' ORDER BY position DESC LIMIT 1",
    );
    expect(AuditEntry.decode(rows[0]?.payload ?? Buffer.alloc(0))).toMatchObject({
      action: 'register_update',
      companyId: 1,
      fieldNames: ['description'],
      objectIds: { register: 'purposes', entryId: String(id) },
    });
  });

  it('is not changed when another change was committed after it was read', async () => {
    const { purpose } = await compliance.purposes.createPurpose(manager, newPurpose(1));
    const change = { id: purpose?.id ?? 0, description: 'New' };
    // The other change: it comes with the audit entry of the read.
    await compliance.world.sql(`CREATE FUNCTION compliance.planted() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN UPDATE compliance.purposes SET row_version = row_version + 1; RETURN NULL; END'`);
    await compliance.world.sql(`CREATE TRIGGER planted AFTER INSERT ON compliance.outbox
      FOR EACH STATEMENT EXECUTE FUNCTION compliance.planted()`);
    try {
      await expect(compliance.purposes.updatePurpose(manager, change)).rejects.toMatchObject({
        reason: 'STALE',
      });
    } finally {
      await compliance.world.sql('DROP FUNCTION compliance.planted CASCADE');
    }
  });

  it('has a purpose or code that is unique in its company', async () => {
    const admin = await compliance.world.as({ everywhere: ['compliance:read', 'compliance:manage'] });
    for (const companyId of [1, 2]) {
      await compliance.purposes.createPurpose(admin, newPurpose(companyId));
      await compliance.recipients.createRecipient(admin, newRecipient(companyId));
    }
    await expect(compliance.purposes.createPurpose(manager, newPurpose(1))).rejects.toMatchObject({
      reason: 'PURPOSE_EXISTS',
      details: [{ path: 'purpose' }],
    });
    await expect(compliance.recipients.createRecipient(manager, newRecipient(1))).rejects.toMatchObject({
      reason: 'RECIPIENT_CODE_EXISTS',
      details: [{ path: 'code' }],
    });
  });

  it('makes the rules of its company due', async () => {
    await compliance.recipients.createRecipient(manager, newRecipient(1));
    expect(await compliance.world.sql('SELECT company_id FROM compliance.run_requests')).toEqual([
      { company_id: 1 },
    ]);
  });

  it('is refused for a company that does not exist', async () => {
    const admin = await compliance.world.as({ everywhere: ['compliance:manage'] });
    const missing = compliance.incidents.createIncident(admin, newIncident(77));
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('the service limits the length of a text, on creation and on change', async () => {
  const long = { ...newGrievance(1), subject: 'x'.repeat(201) };
  await expect(compliance.grievances.createGrievance(manager, long)).rejects.toMatchObject({
    reason: 'INVALID_ENTRY',
    details: [{ path: 'subject', message: 'At most 200 characters' }],
  });
  const { incident } = await compliance.incidents.createIncident(manager, newIncident(1));
  const headings = { remedy: 'x'.repeat(10_001) };
  await expect(
    compliance.incidents.updateIncident(manager, { id: incident?.id ?? 0, headings }),
  ).rejects.toMatchObject({ reason: 'INVALID_ENTRY' });
});

it('a recipient’s name has no direction mark, on creation and on change', async () => {
  const refused = { code: 'INVALID_ARGUMENT', reason: 'INVALID_ENTRY' };
  const { recipients } = compliance;
  const named = (name: string) => recipients.createRecipient(manager, { ...newRecipient(1), name });
  await expect(named('Credit \u200eBureau')).rejects.toMatchObject(refused);
  const { recipient } = await named('Credit Bureau');
  const change = { id: recipient?.id ?? 0, purposes: [], fieldTypes: [], ifRowVersion: undefined };
  await expect(
    recipients.updateRecipient(manager, { ...change, name: 'Credit\u061c Bureau' }),
  ).rejects.toMatchObject(refused);
  const { recipient: changed } = await recipients.updateRecipient(manager, { ...change, name: 'شركة' });
  expect(changed?.name).toBe('شركة');
});

it('a notice is added and never changed', async () => {
  const { purpose } = await compliance.purposes.createPurpose(manager, newPurpose(1));
  const id = purpose?.id ?? 0;
  const notice = { version: '2', fieldTypes: ['name'] };
  const { purpose: after } = await compliance.purposes.updatePurpose(manager, { id, notice });
  expect(after?.notices.map(({ version }) => version)).toEqual(['1', '2']);
  await expect(compliance.purposes.updatePurpose(manager, { id, notice })).rejects.toMatchObject({
    reason: 'NOTICE_EXISTS',
  });
});

it('an incident is due 72 hours after the company became aware, with all six headings', async () => {
  const create = async (awareAt: Date) =>
    (await compliance.incidents.createIncident(manager, { ...newIncident(1), awareAt })).incident;
  expect((await create(hoursAgo(73)))?.status).toBe('overdue');
  const open = await create(hoursAgo(71));
  expect(open).toMatchObject({
    status: 'open',
    dueAt: new Date((open?.awareAt?.getTime() ?? 0) + 72 * HOUR_MS),
  });
  const id = open?.id ?? 0;
  const reported = await compliance.incidents.updateIncident(manager, { id, reportedAt: hoursAgo(1) });
  expect(reported.incident?.status).toBe('incomplete');
  const headings = { circumstances: 'c', mitigation: 'm', findings: 'f', remedy: 'r', intimations: 'i' };
  const complete = await compliance.incidents.updateIncident(manager, { id, headings });
  expect(complete.incident).toMatchObject({
    status: 'reported',
    headings: { description: 'Secret heading' },
  });
});

it('lists show only the caller’s companies, newest first, page by page', async () => {
  const admin = await compliance.world.as({ everywhere: ['compliance:read', 'compliance:manage'] });
  for (const [company, code] of [
    [1, 'a'],
    [2, 'b'],
    [1, 'c'],
    [1, 'd'],
  ] as const)
    await compliance.recipients.createRecipient(admin, newRecipient(company, code));
  const first = await compliance.recipients.listRecipients(manager, { limit: 2 });
  expect(first.recipients.map(({ code }) => code)).toEqual(['d', 'c']);
  const rest = await compliance.recipients.listRecipients(manager, {
    limit: 2,
    cursor: first.nextCursor,
  });
  expect(rest.recipients.map(({ code }) => code)).toEqual(['a']);
  expect(rest.nextCursor).toBeUndefined();
  const all = await compliance.recipients.listRecipients(admin, { limit: 0 });
  expect(all.recipients.map(({ code }) => code)).toEqual(['d', 'c', 'b', 'a']);
});

describe('the entries for some purposes', () => {
  const KYC_AND_SHOP = { companyId: 1, purposes: ['kyc', 'shop', 'unknown'] };
  /** Of company 1, and the same of company 2. */
  let admin: Ctx;
  beforeEach(async () => {
    admin = await compliance.world.as({ everywhere: ['compliance:read', 'compliance:manage'] });
    for (const companyId of [1, 2]) {
      for (const purpose of ['kyc', 'lending', 'shop'])
        await compliance.purposes.createPurpose(admin, newPurpose(companyId, purpose));
      for (const [code, purposes] of [
        ['a', ['kyc']],
        ['b', ['lending']],
        ['c', ['lending', 'shop']],
        ['d', ['kyc', 'shop']],
      ] as const)
        await compliance.recipients.createRecipient(admin, {
          ...newRecipient(companyId, code),
          ...{ purposes: [...purposes], contract: 'Secret contract' },
        });
    }
  });

  it('are those of the company, newest first, page by page', async () => {
    const { purposes } = await compliance.purposes.findPurposes(admin, { ...KYC_AND_SHOP, limit: 0 });
    expect(purposes.map(({ companyId, purpose }) => [companyId, purpose])).toEqual([
      [1, 'shop'],
      [1, 'kyc'],
    ]);
    const first = await compliance.recipients.findRecipients(admin, { ...KYC_AND_SHOP, limit: 2 });
    expect(first.recipients.map(({ companyId, code }) => [companyId, code])).toEqual([
      [1, 'd'],
      [1, 'c'],
    ]);
    const cursor = first.nextCursor;
    const rest = await compliance.recipients.findRecipients(admin, { ...KYC_AND_SHOP, limit: 2, cursor });
    expect(rest).toMatchObject({ recipients: [{ code: 'a' }], nextCursor: undefined });
    const none = { companyId: 1, purposes: [], limit: 0 };
    expect((await compliance.recipients.findRecipients(admin, none)).recipients).toEqual([]);
    expect((await compliance.purposes.findPurposes(admin, none)).purposes).toEqual([]);
    const known = await compliance.purposes.getNotices(compliance.world.asService('gateway'), KYC_AND_SHOP);
    expect(known.purposes.map(({ notices }) => notices[0]?.version)).toEqual(['1', '1']);
  });

  it('are the only ones whose texts are read', async () => {
    await compliance.recipients.findRecipients(manager, { companyId: 1, purposes: ['kyc'], limit: 0 });
    await compliance.world.drain();
    const [last] = await compliance.world.sql<{ payload: Buffer }>(
      `SELECT payload FROM bus.log WHERE topic = 'compliance.audit' ORDER BY position DESC LIMIT 1`,
    );
    const { recipients } = await compliance.recipients.listRecipients(manager, { companyId: 1, limit: 0 });
    const idOf = (code: string) => recipients.find((one) => one.code === code)?.id;
    expect(AuditEntry.decode(last?.payload ?? Buffer.alloc(0))).toMatchObject({
      action: 'text_read',
      objectIds: { register: 'recipients', entryIds: `${idOf('d')} ${idOf('a')}` },
    });
  });
});

describe('the deadlines of the registers', () => {
  it('count what waits, name the first one, and know only the companies of the reader', async () => {
    const admin = await compliance.world.as({ everywhere: ['compliance:read', 'compliance:manage'] });
    await compliance.incidents.createIncident(admin, { ...newIncident(2), awareAt: hoursAgo(80) });
    await compliance.incidents.createIncident(admin, { ...newIncident(1), awareAt: hoursAgo(22) });
    const { incident } = await compliance.incidents.createIncident(admin, newIncident(1));
    await compliance.incidents.updateIncident(admin, { id: incident?.id ?? 0, reportedAt: new Date() });
    const grievance = { ...newGrievance(1), receivedAt: hoursAgo(28 * 24) };
    await compliance.grievances.createGrievance(admin, grievance);
    await compliance.grievances.createGrievance(admin, newGrievance(1));
    const mine = await compliance.waiting(manager);
    expect(mine.incidents).toMatchObject({ count: 1, overdue: 0, companyId: 1 });
    expect(hoursUntil(mine.incidents?.dueAt)).toBe(50);
    expect(mine.grievances).toMatchObject({ count: 2, overdue: 0, companyId: 1 });
    expect(mine.grievances?.dueAt).toEqual(dueAt('Asia/Kolkata', grievance));
    const all = await compliance.waiting(admin);
    expect(all.incidents).toMatchObject({ count: 2, overdue: 1, companyId: 2 });
    const own = await compliance.waiting(admin, 1);
    expect(own.incidents).toMatchObject({
      count: 1,
      overdue: 0,
      companyId: 1,
      details: { emptyHeadings: '5' },
    });
    const described = { description: 'Secret leak', remedy: 'Secret remedy' };
    await compliance.incidents.createIncident(admin, {
      ...{ ...newIncident(1), awareAt: hoursAgo(30), headings: described },
    });
    const next = await compliance.waiting(admin, 1);
    expect(next.incidents).toMatchObject({ count: 2, details: { emptyHeadings: '4' } });
    expect(await compliance.waiting(manager, 2)).toEqual({});
  });

  it('count the rules whose newest check is a violation, of the company or of all', async () => {
    const reader = await compliance.world.as({ everywhere: ['compliance:read', 'compliance:manage'] });
    await compliance.checks.runChecks(reader, { companyId: 1 });
    const failing = async (companyId?: number) => (await compliance.waiting(reader, companyId)).checks;
    const { checks } = await compliance.checks.listChecks(reader, { companyId: 1 });
    const violations = checks.filter(({ status }) => status === 'violation').map(({ ruleId }) => ruleId);
    expect((await failing(1))?.count).toBe(violations.length);
    await compliance.world.sql(
      `UPDATE compliance.compliance_checks SET status = 'violation', score = 0
       WHERE company_id = 1 AND rule_id = 'DPDP-SEC-B1'`,
    );
    const more = new Set([...violations, 'DPDP-SEC-B1']);
    const found = { count: more.size, companyId: 1, details: { ruleId: [...more].sort()[0] } };
    expect(await failing(1)).toMatchObject(found);
    expect(await failing()).toMatchObject(found);
    expect(await failing(2)).toMatchObject({ companyId: undefined });
  });
});

const hoursUntil = (at: Date | undefined) => Math.round(((at?.getTime() ?? 0) - Date.now()) / HOUR_MS);
