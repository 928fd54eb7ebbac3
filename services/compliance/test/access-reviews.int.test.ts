import { createHash } from 'node:crypto';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openCertificate } from '../../../scripts/product/verify-certificate/certificate.ts';
import { type ComplianceWorld, complianceWorld, reviewAccess } from './compliance-world.ts';
import { accountOf, SIGNER_KEY } from './remote-stand-ins.ts';

let compliance: ComplianceWorld;
beforeAll(async () => {
  compliance = await complianceWorld();
});
afterAll(async () => compliance?.world.stop());

const REVIEWER = 5;
const REVIEWS = ['compliance:read', 'compliance:manage', 'users:manage'];
const reviewer = (own: { userId?: number; provenAt?: null; clientId?: string } = {}) =>
  compliance.world.as({ userId: REVIEWER, companies: { 1: REVIEWS }, ...own });

const longAgo = new Date('2026-01-01T00:00:00Z');
const credential = {
  clientId: 'pvc_1',
  createdAt: longAgo,
  lastUsedAt: new Date(),
  mayErase: true,
  formerSecretUntil: undefined,
  makerIds: [],
};

beforeEach(async () => {
  await compliance.world.sql('TRUNCATE compliance.access_reviews CASCADE');
  Object.assign(compliance.answers.remote, {
    acts: [],
    dependent: [],
    refusal: undefined,
    onSign: undefined,
  });
  compliance.answers.remote.access = [
    accountOf(5),
    accountOf(7, { credential }),
    accountOf(8, { role: 'pii_view', via: 'company_role', assignmentId: 80, lastLoginAt: longAgo }),
    accountOf(9, { role: 'super_admin', via: 'super_admin' }),
  ];
});

const all = (id: number) => ({ id, onlyOpen: false, limit: 0 });

async function start() {
  const { accessReviews } = compliance;
  const { review } = await accessReviews.startAccessReview(await reviewer(), {
    companyId: 1,
    startOver: false,
  });
  const id = review?.id ?? 0;
  const { lines } = await accessReviews.listAccessLines(await reviewer(), all(id));
  const lineOf = (userId: number, kind = 'account') => {
    const line = lines.find((one) => one.userId === userId && one.kind === kind);
    if (line === undefined) throw new Error(`No ${kind} of ${userId}`);
    return line;
  };
  return { id, review, lines, lineOf };
}

const decide = async (
  id: number,
  { id: lineId, version }: { id: number; version: number },
  decision: string,
  reason?: string,
) =>
  (
    await compliance.accessReviews.decideAccessLine(await reviewer(), {
      ...{ id, lineId, decision, reason },
      ifRowVersion: version,
    })
  ).line;

async function entries() {
  await compliance.world.drain();
  const rows = await compliance.world.sql<{ payload: Buffer }>(
    "SELECT payload FROM bus.log WHERE topic = 'compliance.audit' ORDER BY position",
  );
  return rows.map(({ payload }) => AuditEntry.decode(payload));
}

it('lists accounts and API clients, unused ones first, then administrators', async () => {
  const { review, lines } = await start();
  expect(review).toMatchObject({ status: 'open', startedBy: REVIEWER, lines: 5, decided: 0 });
  expect(lines.map(({ userId, kind, isDormant }) => [userId, kind, isDormant])).toEqual([
    [8, 'account', true],
    [5, 'account', false],
    [7, 'account', false],
    [7, 'credential', false],
    [9, 'account', undefined],
  ]);
  expect(lines[3]).toMatchObject({ clientId: 'pvc_1', mayErase: true, createdAt: longAgo });
  expect(lines[1]).toMatchObject({ obstacle: 'own' });
});

it('reads every page of accounts, and refuses a second open review unless it replaces the first one', async () => {
  compliance.answers.remote.access = Array.from({ length: 1_201 }, (_, n) => accountOf(n + 10));
  const { accessReviews } = compliance;
  const first = await accessReviews.startAccessReview(await reviewer(), { companyId: 1, startOver: false });
  expect(first.review?.lines).toBe(1_201);
  // Refused before all accounts are read, which would be too many now.
  compliance.answers.remote.access.push(...Array.from({ length: 9_000 }, (_, n) => accountOf(n + 5_000)));
  await expect(
    accessReviews.startAccessReview(await reviewer(), { companyId: 1, startOver: false }),
  ).rejects.toMatchObject({ reason: 'REVIEW_OPEN' });
  compliance.answers.remote.access.length = 1_201;
  const again = await accessReviews.startAccessReview(await reviewer(), { companyId: 1, startOver: true });
  compliance.answers.remote.dependent = [1_100];
  const wanted = { id: again.review?.id ?? 0, open: 1_201 };
  expect(await accessReviews.keepOpenLines(await reviewer(), wanted)).toEqual({ kept: 1_200, left: 1 });
  const { reviews } = await accessReviews.listAccessReviews(await reviewer(), { companyId: 1, limit: 0 });
  expect(reviews.map(({ status }) => status)).toEqual(['open', 'discarded']);
});

it('is refused for a company that does not exist', async () => {
  const boss = await compliance.world.as({ everywhere: REVIEWS });
  const missing = compliance.accessReviews.startAccessReview(boss, { companyId: 77, startOver: false });
  await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('revoking takes the access away, with its API client, and a refusal of identity leaves the line open', async () => {
  const { remote } = compliance.answers;
  const { id, lineOf } = await start();
  await expect(decide(id, lineOf(7), 'revoke')).rejects.toMatchObject({ reason: 'INVALID_ENTRY' });
  remote.refusal = failedPrecondition('LAST_ADMINISTRATOR', 'the last one');
  await expect(decide(id, lineOf(7), 'revoke', 'left')).rejects.toMatchObject({
    reason: 'LAST_ADMINISTRATOR',
  });
  remote.refusal = undefined;
  expect(await decide(id, lineOf(8), 'revoke')).toMatchObject({ act: 'role_removed', decidedBy: REVIEWER });
  expect(await decide(id, lineOf(7), 'revoke', 'left')).toMatchObject({
    act: 'account_deactivated',
    reason: 'left',
  });
  expect(remote.acts).toEqual(['role 80 of 8', 'inactive 7']);
  const { lines } = await compliance.accessReviews.listAccessLines(await reviewer(), all(id));
  expect(lines.find(({ kind }) => kind === 'credential')).toMatchObject({
    decision: 'revoke',
    act: 'credential_revoked',
  });
  const { review } = await compliance.accessReviews.getAccessReview(await reviewer(), { id });
  expect(review).toMatchObject({ decided: 3, revoked: 3 });
});

it('records access that is gone by now as revoked, and revokes no newer API client', async () => {
  const { remote } = compliance.answers;
  const { id, lineOf } = await start();
  remote.access = [accountOf(7, { credential: { ...credential, clientId: 'pvc_2' } })];
  expect(await decide(id, lineOf(8), 'revoke')).toMatchObject({ act: 'gone' });
  expect(await decide(id, lineOf(7, 'credential'), 'revoke')).toMatchObject({ act: 'gone' });
  expect(remote.acts).toEqual([]);
});

it('revokes inactive accounts too, and a role takes the API client along only in this company', async () => {
  const { remote } = compliance.answers;
  remote.access = [
    accountOf(6, { role: 'pii_view', status: 'inactive', credential }),
    accountOf(8, { role: 'pii_view', via: 'company_role', assignmentId: 80, credential }),
  ];
  const { id, lineOf } = await start();
  expect(await decide(id, lineOf(6), 'revoke')).toMatchObject({ act: 'account_deactivated' });
  expect(await decide(id, lineOf(8), 'revoke')).toMatchObject({ act: 'role_removed' });
  expect(remote.acts).toEqual(['inactive 6', 'role 80 of 8']);
  const { lines } = await compliance.accessReviews.listAccessLines(await reviewer(), all(id));
  const acts = lines.filter(({ kind }) => kind === 'credential').map(({ userId, act }) => [userId, act]);
  expect(acts).toEqual([
    [6, 'credential_revoked'],
    [8, 'role_removed'],
  ]);
});

it('an account decides neither about itself nor about a dependent one, one by one or together', async () => {
  compliance.answers.remote.dependent = [8];
  const { id, lineOf } = await start();
  await expect(decide(id, lineOf(5), 'keep')).rejects.toMatchObject({ reason: 'OWN_LINE' });
  await expect(decide(id, lineOf(8), 'revoke')).rejects.toMatchObject({ reason: 'DEPENDENT_LINE' });
  expect(await compliance.accessReviews.keepOpenLines(await reviewer(), { id, open: 5 })).toEqual({
    kept: 3,
    left: 2,
  });
  const finish = compliance.accessReviews.finishAccessReview(await reviewer(), { id });
  await expect(finish).rejects.toMatchObject({ reason: 'LINES_OPEN' });
  const colleague = await reviewer({ userId: 6 });
  compliance.answers.remote.dependent = [];
  await compliance.accessReviews.keepOpenLines(colleague, { id, open: 2 });
  await compliance.accessReviews.finishAccessReview(colleague, { id });
});

it.each([
  ['the reviewer', 5],
  ['an account that depends on the reviewer', 8],
])('an API client whose secret %s made is kept by another person', async (_, maker) => {
  const remote = compliance.answers.remote;
  remote.access = [accountOf(5), accountOf(7, { credential: { ...credential, makerIds: [maker] } })];
  remote.dependent = [8];
  const { id, lineOf } = await start();
  const line = lineOf(7, 'credential');
  expect(line.obstacle).toBe('dependent');
  await expect(decide(id, line, 'keep')).rejects.toMatchObject({ reason: 'DEPENDENT_LINE' });
});

it('shows of accounts of all companies no facts but to super admins, and none in the evidence', async () => {
  compliance.answers.remote.access = [
    accountOf(9, {
      role: 'super_admin',
      via: 'super_admin',
      lastLoginAt: longAgo,
      createdAt: longAgo,
      credential,
    }),
    accountOf(8, { via: 'all_companies', status: 'suspended' }),
  ];
  const { id, lines } = await start();
  const facts = ['status', 'hasSecondFactor', 'clientId', 'mayErase', 'lastUsedAt', 'isDormant'] as const;
  for (const line of lines) for (const fact of facts) expect(line[fact], fact).toBeUndefined();
  expect(lines.map(({ role }) => role)).toEqual(['admin', 'super_admin', 'super_admin']);
  const { accessReviews, world } = compliance;
  const root = await world.as({ userId: 4, everywhere: REVIEWS });
  const seen = (await accessReviews.listAccessLines(root, all(id))).lines;
  expect(seen[0]).toMatchObject({ status: 'suspended', hasSecondFactor: true, isDormant: false });
  await accessReviews.keepOpenLines(root, { id, open: 3 });
  await accessReviews.finishAccessReview(root, { id });
  const { content } = await accessReviews.getAccessEvidence(root, { id, offset: 0 });
  const [first] = JSON.parse(Buffer.from(content).toString()).lines;
  expect(Object.keys(first)).toEqual([
    'createdAt',
    'decidedAt',
    'decidedBy',
    'decision',
    'id',
    'kind',
    'role',
    'userId',
    'via',
  ]);
});

it('programs decide nothing, and revoking needs a fresh proof', async () => {
  const { id, lineOf } = await start();
  const { accessReviews } = compliance;
  const wanted = { id, lineId: lineOf(8).id };
  await expect(
    accessReviews.decideAccessLine(await reviewer({ clientId: 'pvc_9' }), { ...wanted, decision: 'keep' }),
  ).rejects.toMatchObject({ reason: 'OWN_SESSION_REQUIRED' });
  await expect(
    accessReviews.decideAccessLine(await reviewer({ provenAt: null }), { ...wanted, decision: 'revoke' }),
  ).rejects.toMatchObject({ reason: 'FRESH_PROOF_REQUIRED' });
  await accessReviews.decideAccessLine(await reviewer({ provenAt: null }), { ...wanted, decision: 'keep' });
});

it('lines are for those who may manage users of the company', async () => {
  const { id, lineOf } = await start();
  const { accessReviews } = compliance;
  const reader = await compliance.world.as({
    companies: { 1: ['compliance:read', 'compliance:manage'], 2: REVIEWS },
  });
  const missing = { code: 'NOT_FOUND' };
  const wanted = { id, lineId: lineOf(8).id, decision: 'keep' };
  await expect(accessReviews.listAccessLines(reader, all(id))).rejects.toMatchObject(missing);
  await expect(accessReviews.decideAccessLine(reader, wanted)).rejects.toMatchObject(missing);
  await expect(accessReviews.keepOpenLines(reader, { id, open: 5 })).rejects.toMatchObject(missing);
  await expect(accessReviews.finishAccessReview(reader, { id })).rejects.toMatchObject(missing);
  await expect(
    accessReviews.startAccessReview(reader, { companyId: 1, startOver: false }),
  ).rejects.toMatchObject({
    reason: 'PERMISSION_DENIED',
  });
});

it('of two decisions about a line the second one is refused, as is keeping lines that somebody decided', async () => {
  const { id, lineOf } = await start();
  await decide(id, lineOf(8), 'keep');
  await expect(decide(id, lineOf(8), 'revoke')).rejects.toMatchObject({ reason: 'STALE' });
  const { accessReviews } = compliance;
  await expect(accessReviews.keepOpenLines(await reviewer(), { id, open: 5 })).rejects.toMatchObject({
    reason: 'STALE',
  });
  const kept = { ...lineOf(8), version: lineOf(8).version + 1 };
  await expect(decide(id, kept, 'keep')).rejects.toMatchObject({ reason: 'LINE_DECIDED' });
  expect(await decide(id, kept, 'revoke')).toMatchObject({ decision: 'revoke', act: 'role_removed' });
});

it('the finished review is signed, and the trail holds the hash of its lines', async () => {
  const { id, lineOf } = await start();
  const { accessReviews } = compliance;
  await decide(id, lineOf(8), 'revoke', 'unused');
  await accessReviews.keepOpenLines(await reviewer({ userId: 6 }), { id, open: 4 });
  await expect(accessReviews.getAccessEvidence(await reviewer(), { id, offset: 0 })).rejects.toMatchObject({
    reason: 'NO_EVIDENCE',
  });
  const { review } = await accessReviews.finishAccessReview(await reviewer(), { id });
  const { content, note, nextOffset } = await accessReviews.getAccessEvidence(await reviewer(), {
    id,
    offset: 0,
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(review).toMatchObject({
    status: 'finished',
    reviewedBy: REVIEWER,
    snapshotSha256: sha256,
    revoked: 1,
  });
  expect(nextOffset).toBeUndefined();
  expect(openCertificate(note, SIGNER_KEY)).toMatchObject({
    statement: {
      certificate: 'access_review',
      companyId: 1,
      reviewId: id,
      lines: 5,
      revoked: 1,
      snapshotSha256: sha256,
    },
  });
  const snapshot = JSON.parse(Buffer.from(content).toString());
  expect(JSON.stringify(snapshot)).toBe(Buffer.from(content).toString());
  expect(snapshot.lines).toHaveLength(5);
  expect(snapshot.lines[0]).toMatchObject({
    userId: 8,
    decision: 'revoke',
    reason: 'unused',
    act: 'role_removed',
  });
  expect((await entries()).map(({ objectIds }) => objectIds)).toContainEqual(
    expect.objectContaining({ entryId: String(id), step: 'finished', snapshotSha256: sha256 }),
  );
  await expect(decide(id, lineOf(7), 'keep')).rejects.toMatchObject({ reason: 'REVIEW_CLOSED' });
});

it('a decision while the lines are signed makes the signed ones void', async () => {
  const { id, lineOf } = await start();
  const { accessReviews } = compliance;
  await accessReviews.keepOpenLines(await reviewer({ userId: 6 }), { id, open: 5 });
  const kept = { ...lineOf(8), version: lineOf(8).version + 1 };
  const { remote } = compliance.answers;
  remote.onSign = () => decide(id, kept, 'revoke');
  await expect(accessReviews.finishAccessReview(await reviewer(), { id })).rejects.toMatchObject({
    reason: 'STALE',
  });
  remote.onSign = undefined;
  const { review } = await accessReviews.finishAccessReview(await reviewer(), { id });
  expect(review).toMatchObject({ status: 'finished', revoked: 1 });
});

it('the deadlines count companies without a finished review for 90 days', async () => {
  const reader = await compliance.world.as({
    everywhere: ['compliance:read', 'compliance:manage', 'users:manage'],
  });
  await compliance.world.sql('TRUNCATE compliance.access_reviews CASCADE');
  await compliance.checks.runChecks(reader, { companyId: 1 });
  const due = async () => (await compliance.waiting(reader)).accessReviews;
  expect(await due()).toMatchObject({ count: 1, overdue: 1, companyId: 1, dueAt: undefined });
  await reviewAccess(compliance, reader);
  expect(await due()).toMatchObject({ count: 0, companyId: undefined });
  await compliance.world.sql(`UPDATE compliance.access_reviews SET reviewed_at = now() - interval '91 days'`);
  const late = await due();
  expect(late).toMatchObject({ count: 1, overdue: 1, companyId: 1 });
  expect(Math.round(((late?.dueAt?.getTime() ?? 0) - Date.now()) / 3_600_000)).toBe(-24);
});
