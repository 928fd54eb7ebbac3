import { createHash } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RULES } from '../src/rules/all-rules.ts';
import { type ComplianceWorld, complianceWorld } from './compliance-world.ts';
import { newReport } from './register-requests.ts';
import { reportsMade } from './reports-made.ts';

let compliance: ComplianceWorld;
let manager: Ctx;
beforeAll(async () => {
  compliance = await complianceWorld();
  compliance.answers.name = '=Saral "Bank"';
});
afterAll(() => compliance?.world.stop());
beforeEach(async () => {
  manager = await compliance.world.as({
    userId: 5,
    companies: { 1: ['compliance:read', 'compliance:manage'] },
  });
  compliance.answers.remote.mayStill = true;
  await compliance.world.sql('TRUNCATE compliance.reports');
});

async function made(format: string, regulationType = 'gdpr') {
  const asked = { ...newReport(1, format), regulationType };
  const { report } = await compliance.reports.createReport(manager, asked);
  expect(report?.status).toBe('queued');
  const [done] = await reportsMade(compliance, manager);
  const file = await compliance.reports.getReportFile(manager, { id: report?.id ?? 0 });
  return { done, ...file };
}

describe('a report', () => {
  it('as JSON contains company, score, checks and the root of the audit trail it relies on', async () => {
    const { done, content, fileName, mediaType } = await made('json');
    expect(mediaType).toBe('application/json');
    expect(fileName).toMatch(/^compliance-gdpr-company-1-report-\d+\.json$/);
    const report = JSON.parse(content.toString());
    expect(report).toMatchObject({
      company: { id: 1, name: '=Saral "Bank"', code: 'C', tier: 'primary' },
      regulationType: 'gdpr',
      score: expect.any(Number),
      auditTrail: { verified: true, treeSize: 90, rootHash: '00'.repeat(32) },
    });
    const gdpr = RULES.filter((rule) => rule.regulationType === 'gdpr').map(({ id }) => id);
    expect(report.checks.map((check: { ruleId: string }) => check.ruleId)).toEqual(gdpr);
    expect(done).toMatchObject({
      status: 'done',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  });

  it('as CSV contains no formula that a spreadsheet runs', async () => {
    const { content, mediaType } = await made('csv', 'all');
    expect(mediaType).toBe('text/csv');
    const lines = content.toString().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFcompanyId,company,generatedAt,ruleId,/);
    expect(lines[1]).toContain(`"'=Saral ""Bank"""`);
    expect(lines.filter((line) => line !== '')).toHaveLength(1 + RULES.length);
  });

  it('as PDF is a document of several pages', async () => {
    const { content, mediaType } = await made('pdf', 'dpdp');
    expect(mediaType).toBe('application/pdf');
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(content.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);
  });

  it('is encrypted with the key of the company, and its creation and each read write an entry', async () => {
    const { done } = await made('json');
    const rows = await compliance.world.sql<{ file: Buffer }>('SELECT file FROM compliance.reports');
    expect(rows[0]?.file.toString('latin1')).not.toMatch(/Saral|ruleId|cnVsZUlk/);
    await compliance.world.drain();
    const entries = await compliance.world.sql<{ payload: Buffer }>(
      "SELECT payload FROM bus.log WHERE topic = 'compliance.audit' ORDER BY position DESC LIMIT 3",
    );
    const entered = entries.map(({ payload }) => AuditEntry.decode(payload));
    expect(entered.map(({ action, actorType, objectIds }) => [action, actorType, objectIds.step])).toEqual([
      ['report_download', 'user', 'file'],
      ['report_create', 'service', 'made'],
      ['report_create', 'user', 'asked'],
    ]);
    expect(entered[0]?.objectIds.reportId).toBe(String(done?.id));
  });
});

describe('the job', () => {
  it('makes no report for an author who lost the permission, and reports that', async () => {
    compliance.answers.remote.mayStill = false;
    const { report } = await compliance.reports.createReport(manager, newReport(1));
    const [failed] = await reportsMade(compliance, manager);
    expect(failed).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('no longer has permission to manage'),
    });
    await expect(compliance.reports.getReportFile(manager, { id: report?.id ?? 0 })).rejects.toMatchObject({
      reason: 'REPORT_NOT_DONE',
    });
  });

  it('makes the report of a dead process after its lease has expired', async () => {
    await compliance.world.sql(
      `INSERT INTO compliance.reports (company_id, regulation_type, format, created_by, text_id, attempts, leased_until)
       VALUES (1, 'gdpr', 'json', 5, gen_random_uuid(), 1, now() - interval '1 second')`,
    );
    // A new report wakes the job.
    await compliance.reports.createReport(manager, newReport(1));
    expect((await reportsMade(compliance, manager)).map(({ status }) => status)).toEqual(['done', 'done']);
  });
});

describe('a company with many queued reports', () => {
  const ask = (companyId: number, count: number, leasedUntil: string) =>
    compliance.world.sql(
      `INSERT INTO compliance.reports (company_id, regulation_type, format, created_by, text_id, leased_until)
       SELECT $1, 'gdpr', 'json', 5, gen_random_uuid(), $3::timestamptz FROM generate_series(1, $2)`,
      [companyId, count, leasedUntil],
    );
  const both = () => {
    const permissions = ['compliance:read', 'compliance:manage'];
    return compliance.world.as({ userId: 5, companies: { 1: permissions, 2: permissions } });
  };

  it('does not delay other companies: the job alternates between them', async () => {
    const ctx = await both();
    // These are leased by a process that dies, so that no report starts before all are queued.
    await ask(1, 3, 'infinity');
    await ask(2, 2, 'infinity');
    await compliance.world.sql(`UPDATE compliance.reports SET leased_until = '-infinity'`);
    await compliance.reports.createReport(ctx, newReport(1));
    const made = await reportsMade(compliance, ctx);
    const inOrder = [...made].sort((a, b) => Number(a.finishedAt) - Number(b.finishedAt));
    expect(inOrder.map(({ companyId }) => companyId)).toEqual([1, 2, 1, 2, 1, 1]);
  });

  it('is refused while the company has twenty queued reports; other companies are not', async () => {
    const ctx = await both();
    await ask(1, 20, 'infinity');
    await expect(compliance.reports.createReport(ctx, newReport(1))).rejects.toMatchObject({
      code: 'RESOURCE_EXHAUSTED',
      reason: 'TOO_MANY_REPORTS',
    });
    await compliance.world.sql(
      'DELETE FROM compliance.reports WHERE id = (SELECT min(id) FROM compliance.reports)',
    );
    await compliance.reports.createReport(ctx, newReport(1));
    await compliance.reports.createReport(ctx, newReport(2));
  });
});

it('is created once per Idempotency-Key, and only in a known format and for a known law', async () => {
  const ctx = { ...manager, idempotencyKey: 'one' };
  const first = await compliance.reports.createReport(ctx, newReport(1));
  expect((await compliance.reports.createReport(ctx, newReport(1))).report?.id).toBe(first.report?.id);
  for (const wrong of [{ format: 'doc' }, { regulationType: 'sox' }])
    await expect(
      compliance.reports.createReport(manager, { ...newReport(1), ...wrong }),
    ).rejects.toMatchObject({ reason: 'INVALID_ENTRY' });
});
