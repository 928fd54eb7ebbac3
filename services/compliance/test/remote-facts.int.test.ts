import type { Reveal } from '@pii-vault/proto/audit/v1/reveal_feed';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ComplianceWorld, complianceWorld, reviewAccess } from './compliance-world.ts';
import { newRecipient } from './register-requests.ts';
import { RemoteAnswers } from './remote-stand-ins.ts';

let compliance: ComplianceWorld;
beforeAll(async () => {
  compliance = await complianceWorld();
});
afterAll(() => compliance?.world.stop());
beforeEach(async () => {
  Object.assign(compliance.answers.remote, new RemoteAnswers());
  await compliance.world.sql('TRUNCATE compliance.reveal_judgements, compliance.reveal_ledger');
});

const manager = () =>
  compliance.world.as({ companies: { 1: ['compliance:read', 'compliance:manage', 'users:manage'] } });

async function run() {
  const { checks } = await compliance.checks.runChecks(await manager(), { companyId: 1 });
  return new Map(checks.map((check) => [check.ruleId, check]));
}

const reveal = (auditId: number, more: Partial<Reveal> = {}): Reveal => ({
  companyId: 1,
  auditId,
  individualIds: [auditId],
  occurredAt: new Date(),
  purpose: 'kyc',
  fieldNames: ['pan'],
  actorType: 'user',
  actorId: '5',
  ...more,
});

it('remote facts are stored and evaluated by every rule', async () => {
  Object.assign(compliance.answers.remote, { fieldsWithoutProof: 20, protection: 'software' });
  const checks = await run();
  expect(checks.get('DPDP-CON-01')).toMatchObject({ status: 'not_in_force', readiness: 69 });
  expect(checks.get('DPDP-SEC-A2')?.recommendations).toEqual([
    'Master keys are stored in files: move them to an HSM or a KMS.',
  ]);
  const silent = [...checks.values()].filter(({ details }) => /could not|not every/i.test(details));
  expect(silent).toEqual([]);
  const kinds = await compliance.world.sql<{ kind: string }>(
    'SELECT DISTINCT kind FROM compliance.company_facts WHERE company_id = 1 ORDER BY kind',
  );
  expect(kinds.map(({ kind }) => kind)).toEqual([
    ...['access', 'allowList', 'children', 'data', 'keys', 'links', 'trail', 'transport'],
  ]);
  expect(await compliance.world.sql('SELECT is_complete FROM compliance.company_runs')).toEqual([
    { is_complete: true },
  ]);
});

it('each reveal of the trail is evaluated in one run only', async () => {
  compliance.answers.remote.reveals = [reveal(1), reveal(2), reveal(3, { companyId: 2 })];
  compliance.answers.remote.verdicts = new Map([[2, 'outside_purpose']]);
  expect((await run()).get('DPDP-CON-02')).toMatchObject({
    details: '1 of 2 reveals within a year were outside the purposes of the field.',
    evidence: expect.arrayContaining([{ name: 'auditEntries', value: '2' }]),
  });
  compliance.answers.remote.reveals.push(reveal(4));
  compliance.answers.remote.verdicts.set(4, 'after_withdrawal');
  await Promise.all([run(), run()]);
  expect((await run()).get('DPDP-CON-05')?.details).toBe(
    '1 of 3 reveals within a year came more than 15 minutes after the consent was withdrawn.',
  );
});

it('data for partner systems needs a recipient in the register', async () => {
  compliance.answers.remote.reveals = [
    reveal(1, { actorType: 'api_client', actorId: 'client', fieldNames: ['pan', 'name'] }),
    reveal(2, { purpose: 'marketing' }),
  ];
  expect((await run()).get('DPDP-RGT-02')).toMatchObject({
    readiness: 0,
    evidence: expect.arrayContaining([{ name: 'kindsWithoutRecipient', value: 'kyc: name, kyc: pan' }]),
  });
  const { recipient } = await compliance.recipients.createRecipient(await manager(), newRecipient(1));
  expect((await run()).get('DPDP-RGT-02')?.readiness).toBe(50);
  const id = recipient?.id ?? 0;
  await compliance.recipients.updateRecipient(await manager(), {
    id,
    purposes: [],
    fieldTypes: ['pan', 'name'],
  });
  expect((await run()).get('DPDP-RGT-02')?.readiness).toBe(100);
});

it('access counts as reviewed after a finished review, and not after one of an older release', async () => {
  await compliance.world.sql('INSERT INTO compliance.access_reviews (company_id, reviewed_by) VALUES (1, 1)');
  expect((await run()).get('DPDP-SEC-B1')?.readiness).toBe(67);
  const review = await reviewAccess(compliance, await manager());
  expect((await run()).get('DPDP-SEC-B1')?.readiness).toBe(100);
  const listed = await compliance.accessReviews.listAccessReviews(await manager(), { limit: 0 });
  expect(listed.reviews).toMatchObject([
    review,
    { status: 'recorded', startedBy: 1, reviewedBy: 1, lines: 0 },
  ]);
});

it('links need an agreement that is in force', async () => {
  compliance.answers.remote.links = [
    { agreementId: 7, links: 9 },
    { agreementId: 8, links: 1 },
  ];
  compliance.answers.remote.liveAgreements = [7];
  expect((await run()).get('DPDP-XFR-01')?.details).toBe(
    '1 of 10 links to other companies rest on no agreement in force.',
  );
  compliance.answers.remote.liveAgreements = [7, 8];
  expect((await run()).get('DPDP-XFR-01')?.readiness).toBe(100);
});
