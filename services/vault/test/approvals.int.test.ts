import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalCalls } from './approval-calls.ts';
import { type BudgetWorld, budgetWorld, outcomesOf } from './budget-world.ts';

let world: BudgetWorld;
beforeAll(async () => {
  world = await budgetWorld();
  await world.setPolicy({
    peoplePerUser: 50,
    peoplePerCredential: 50,
    bulkApproval: { revealsAbove: 5, exportsAbove: 20, hours: 1 },
  });
});
afterAll(() => world.stop());

const required = { code: 'PERMISSION_DENIED', reason: 'APPROVAL_REQUIRED' };

const { request, decide, approved, listed } = approvalCalls(() => world);

describe('a bulk reveal of more people than the limit', () => {
  it('needs an approval, also when it is split into smaller or parallel calls', async () => {
    const ctx = await world.as(20);
    await expect(world.bulk(ctx, world.people.slice(0, 6))).rejects.toMatchObject(required);
    const slices = Array.from({ length: 20 }, (_, n) => world.bulk(ctx, [world.people[n] ?? 0]));
    expect(await outcomesOf(slices)).toEqual({ answered: 5, reasons: ['APPROVAL_REQUIRED'] });
    const pairs = Array.from({ length: 5 }, (_, n) => world.bulk(ctx, world.people.slice(2 * n, 2 * n + 2)));
    expect(await outcomesOf(pairs)).toEqual({ answered: 0, reasons: ['APPROVAL_REQUIRED'] });
    // Single profiles are not bulk reveals; they count against the budget.
    await world.look(ctx);
  });

  it('uses its approval up person by person, and the entries name the approval', async () => {
    const ctx = await world.as(21);
    const id = await approved(ctx, { people: 8 });
    await world.bulk(ctx, world.people.slice(0, 5));
    await world.bulk(ctx, [...world.people.slice(5, 10), 999_001]);
    // The restart flushes the reservation of the unknown person back to the approval.
    await world.vault.restart();
    expect((await listed(ctx)).find((one) => one.id === id)).toMatchObject({ used: 5, status: 'approved' });
    await world.bulk(ctx, world.people.slice(10, 13));
    await expect(world.bulk(ctx, world.people.slice(13, 14))).rejects.toMatchObject(required);
    expect((await listed(ctx)).find((one) => one.id === id)).toMatchObject({ used: 8, status: 'used' });
    const entries = (await world.entriesOf('field_decrypt')).filter(
      ({ objectIds }) => objectIds.approvalId === String(id),
    );
    expect(entries).toHaveLength(8);
  });

  it('shows no more people than were approved in 50 parallel calls', async () => {
    const ctx = await world.as(22);
    await approved(ctx, { people: 7 });
    const calls = world.people.slice(0, 50).map((id) => world.bulk(ctx, [id]));
    expect((await outcomesOf(calls)).answered).toBe(12);
  });

  it('is not allowed by an approval for another purpose, kind, user or company, nor by a pending one', async () => {
    const ctx = await world.as(23);
    await world.bulk(ctx, world.people.slice(0, 5));
    await approved(ctx, { purpose: 'support' });
    await approved(ctx, { kind: 'export' });
    await approved(await world.as(24));
    await request(ctx);
    await expect(world.bulk(ctx, world.people.slice(0, 2))).rejects.toMatchObject(required);
    await world.bulk(ctx, world.people.slice(0, 2), 'support');
  });

  it('is not allowed by an approval for a person whose account another one can use since', async () => {
    const ctx = await world.as(27);
    const id = await approved(ctx);
    await world.bulk(ctx, world.people.slice(0, 5));
    const other = await world.vault.as({
      ...{ userId: 27, clientId: 'pvc_27', clientMadeBy: 1 },
      companies: { 1: ['pii:reveal'] },
    });
    await world.bulk(other, world.people.slice(0, 5));
    const more = world.people.slice(5, 7);
    await expect(world.bulk(other, more)).rejects.toMatchObject(required);
    const { tenancy } = world.vault;
    tenancy.changed.add(27);
    await expect(world.bulk(ctx, more)).rejects.toMatchObject({ ...required, reason: 'APPROVAL_VOID' });
    tenancy.changed.delete(27);
    tenancy.dependents = undefined;
    await expect(world.bulk(ctx, more)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    tenancy.dependents = new Map();
    await world.bulk(ctx, more);
    expect((await listed(ctx)).find((one) => one.id === id)?.used).toBe(2);
  });

  it('is allowed by an approval behind twenty void ones', async () => {
    const token = await world.as(76, { actorUserId: 75 });
    const id = await approved(token);
    const copied = await world.vault.sql<{ id: number }>(
      `INSERT INTO vault.approvals (company_id, kind, purpose, people, reason_key_version, reason, status, requested_by,
         client_id, barred, requested_at, decided_by, decided_at, expires_at)
       SELECT company_id, kind, purpose, people, reason_key_version, reason, status, requested_by, client_id, barred,
         requested_at - interval '2 days', decided_by, decided_at, expires_at FROM vault.approvals, generate_series(2, 20)
       WHERE id = $1 RETURNING id`,
      [id],
    );
    expect(copied).toHaveLength(19);
    const own = await world.as(75);
    await world.bulk(own, world.people.slice(0, 5));
    world.vault.tenancy.changed.add(76);
    const more = world.people.slice(5, 7);
    await expect(world.bulk(own, more)).rejects.toMatchObject({ ...required, reason: 'APPROVAL_VOID' });
    const last = await approved(own);
    await world.bulk(own, more);
    const { approved: left } = await world.budgets.getRevealBudget(own, { companyId: 1, purpose: 'kyc' });
    expect(left).toBe(8);
    world.vault.tenancy.changed.delete(76);
    // Their reasons are sealed for the id of the first one.
    await world.vault.sql('DELETE FROM vault.approvals WHERE id = ANY ($1)', [copied.map((one) => one.id)]);
    expect((await listed(own)).find((one) => one.id === last)?.used).toBe(2);
  });

  it('is not allowed by an expired approval', async () => {
    const ctx = await world.as(25);
    const id = await approved(ctx);
    await world.bulk(ctx, world.people.slice(0, 5));
    await world.vault.sql(
      `UPDATE vault.approvals SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    await expect(world.bulk(ctx, world.people.slice(0, 2))).rejects.toMatchObject(required);
    expect((await listed(ctx)).find((one) => one.id === id)?.status).toBe('expired');
  });

  it('may exceed the daily budget with an approval', async () => {
    await world.setPolicy({ peoplePerUser: 3 });
    const ctx = await world.as(26);
    await world.bulk(ctx, world.people.slice(0, 3));
    await expect(world.look(ctx)).rejects.toMatchObject({ reason: 'REVEAL_BUDGET_SPENT' });
    await approved(ctx, { people: 1 });
    await world.look(ctx);
    await expect(world.look(ctx)).rejects.toMatchObject({ reason: 'REVEAL_BUDGET_SPENT' });
    await world.setPolicy({
      peoplePerUser: 50,
      peoplePerCredential: 50,
      bulkApproval: { revealsAbove: 5, exportsAbove: 20, hours: 1 },
    });
  });
});

describe('a decision', () => {
  it('is never made by the requester, in whatever role or with whatever credential or token', async () => {
    const ctx = await world.as(30);
    const { id } = await request(ctx);
    const own = { reason: 'OWN_REQUEST' };
    await expect(decide(ctx, id)).rejects.toMatchObject(own);
    const everywhere = await world.vault.as({ userId: 30, everywhere: ['pii:reveal', 'company:manage'] });
    await expect(decide(everywhere, id)).rejects.toMatchObject(own);
    const byClient = await request(await world.as(31, { clientId: 'pvc_31' }));
    await expect(decide(await world.as(31), byClient.id)).rejects.toMatchObject(own);
    const byToken = await request(await world.as(32, { actorUserId: 33 }));
    for (const userId of [32, 33])
      await expect(decide(await world.as(userId), byToken.id)).rejects.toMatchObject(own);
    const minted = await world.vault.as({
      ...{ userId: 34, clientId: 'pvc_34', clientMadeBy: 35 },
      companies: { 1: ['pii:reveal'] },
    });
    const { id: ofMinted } = await request(minted);
    await expect(decide(await world.as(35), ofMinted)).rejects.toMatchObject(own);
    for (const one of await listed(await world.as(30), 'pending'))
      expect(one.mayDecide).toBe(one.requestedBy !== 30);
  });

  it('is not made by an account that depends on the requester, nor while identity does not answer', async () => {
    const { tenancy } = world.vault;
    const { id } = await request(await world.as(60));
    const shown = async (userId: number) =>
      (await listed(await world.as(userId), 'pending')).find((one) => one.id === id);
    tenancy.dependents = new Map([[61, [60]]]);
    await expect(decide(await world.as(61), id)).rejects.toMatchObject({ reason: 'DEPENDENT_ACCOUNT' });
    expect(await shown(61)).toMatchObject({ mayDecide: false, isDependent: true });
    expect(await shown(62)).toMatchObject({ mayDecide: true, isDependent: false });
    tenancy.dependents = undefined;
    await expect(decide(await world.as(62), id)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    tenancy.dependents = new Map();
    expect(await shown(62)).toMatchObject({ status: 'pending' });
    await decide(await world.as(62), id);
  });

  it('is made in a session with a fresh proof, with company:manage and pii:reveal in the company', async () => {
    const { id } = await request(await world.as(36));
    const denied = { code: 'PERMISSION_DENIED' };
    await expect(decide(await world.as(37, { isStale: true }), id)).rejects.toMatchObject({
      reason: 'FRESH_PROOF_REQUIRED',
    });
    const held = ['pii:reveal', 'company:manage', 'access:automate'];
    for (const who of [{ clientId: 'pvc_37' }, { actorUserId: 38 }]) {
      await expect(decide(await world.as(37, who), id)).rejects.toMatchObject({
        reason: 'OWN_SESSION_REQUIRED',
      });
      // access:automate does not make a program a second person.
      await expect(decide(await world.as(37, { ...who, held }), id)).rejects.toMatchObject({
        reason: 'OWN_SESSION_REQUIRED',
      });
    }
    for (const one of ['pii:reveal', 'company:manage'])
      await expect(decide(await world.as(37, { held: [one] }), id)).rejects.toMatchObject(denied);
    await expect(decide(await world.world2(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(decide(await world.world2(), 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(decide(world.vault.asService('gateway', 1), id)).rejects.toMatchObject(denied);
  });

  it('is made once, even in parallel', async () => {
    const { id } = await request(await world.as(39));
    const approvers = await Promise.all([40, 41, 42, 43].map((userId) => world.as(userId)));
    const outcome = await outcomesOf(
      approvers.map((ctx, n) => decide(ctx, id, n % 2 === 0 ? 'approved' : 'refused')),
    );
    expect(outcome).toEqual({ answered: 1, reasons: ['APPROVAL_DECIDED'] });
  });

  it('that refuses allows no reveal, and a request without a decision lapses', async () => {
    const ctx = await world.as(44);
    await decide(await world.as(1), (await request(ctx)).id, 'refused');
    const { id } = await request(ctx);
    await world.bulk(ctx, world.people.slice(0, 5));
    await expect(world.bulk(ctx, world.people.slice(0, 1))).rejects.toMatchObject(required);
    await world.vault.sql(
      `UPDATE vault.approvals SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    await expect(decide(await world.as(1), id)).rejects.toMatchObject({ reason: 'APPROVAL_DECIDED' });
    await world.vault.restart();
    await expect
      .poll(async () =>
        (await world.entriesOf('approval_expire')).some(
          ({ objectIds }) => objectIds.approvalId === String(id),
        ),
      )
      .toBe(true);
  });
});

describe('a request', () => {
  it('stores its reason encrypted, and every step writes an entry', async () => {
    const ctx = await world.as(50);
    const { id } = await request(ctx);
    await decide(await world.as(1), id);
    const [row] = await world.vault.sql<{ text: string }>(
      `SELECT encode(reason, 'escape') AS text FROM vault.approvals WHERE id = $1`,
      [id],
    );
    expect(row?.text).not.toContain('Asha');
    const reader = await world.as(50, { held: ['pii:reveal', 'notes:read'] });
    expect((await listed(reader)).find((one) => one.id === id)).toMatchObject({
      ...{ reason: 'Yearly review of Asha Rao', texts: { view: 'masked' }, decidedBy: 1 },
    });
    const steps = (await world.vault.entries()).filter(
      ({ action, objectIds }) => action.startsWith('approval_') && objectIds.approvalId === String(id),
    );
    expect(steps.map(({ action, actorId, purpose }) => [action, actorId, purpose])).toEqual([
      ['approval_request', '50', 'kyc'],
      ['approval_approve', '1', 'kyc'],
    ]);
    expect(
      JSON.stringify(steps, (_, value) => (typeof value === 'number' ? String(value) : value)),
    ).not.toContain('Asha');
  });

  it('shows its reason only with notes:read, after an entry in the trail', async () => {
    const reason = 'Review of ABCPE1234F';
    const { id } = await request(await world.as(53), { reason });
    const reads = async () =>
      (await world.entriesOf('text_read')).filter(({ objectIds }) => objectIds.register === 'approvals');
    const before = (await reads()).length;
    const withheld = { reason: undefined, texts: { view: 'withheld', filled: ['reason'], identifiers: 0 } };
    expect((await listed(await world.as(53))).find((one) => one.id === id)).toMatchObject(withheld);
    expect(await decide(await world.as(1), id, 'refused')).toMatchObject({ approval: withheld });
    expect(await reads()).toHaveLength(before);
    const reader = await world.as(54, { held: ['pii:reveal', 'company:manage', 'notes:read'] });
    const masked = {
      reason: expect.not.stringContaining('ABCPE1234F'),
      texts: { view: 'masked', identifiers: 1 },
    };
    expect((await listed(reader)).find((one) => one.id === id)).toMatchObject(masked);
    const { id: other } = await request(await world.as(55), { reason });
    expect(await decide(reader, other)).toMatchObject({ approval: masked });
    const entries = await reads();
    expect(entries).toHaveLength(before + 2);
    expect(entries.at(-1)).toMatchObject({
      ...{ actorId: '54', companyId: 1, fieldNames: ['reason'] },
      objectIds: { register: 'approvals', entryIds: String(other) },
    });
  });

  it('must be well-formed, and is limited to one pending request per purpose', async () => {
    const ctx = await world.as(51);
    await request(ctx);
    await expect(request(ctx)).rejects.toMatchObject({ reason: 'APPROVAL_PENDING' });
    for (const [changes, reason] of [
      [{ kind: 'delete' }, 'KIND_UNKNOWN'],
      [{ people: 0 }, 'PEOPLE_INVALID'],
      [{ people: 1_000_001 }, 'PEOPLE_INVALID'],
      [{ reason: ' ' }, 'REASON_INVALID'],
      [{ purpose: 'Not one' }, 'PURPOSE_INVALID'],
    ] as const)
      await expect(request(ctx, changes)).rejects.toMatchObject({ reason });
  });

  it('is accepted when the previous one has lapsed, even if it is not marked as lapsed yet', async () => {
    const ctx = await world.as(56);
    const { id } = await request(ctx);
    await expect(request(ctx)).rejects.toMatchObject({
      ...{ code: 'ALREADY_EXISTS', reason: 'APPROVAL_PENDING' },
      message: expect.stringMatching(/must decide it; otherwise it lapses at \d{4}-/),
    });
    await world.vault.sql(
      `UPDATE vault.approvals SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    const again = await request(ctx);
    expect((await listed(ctx)).slice(0, 2).map((one) => [one.id, one.status])).toEqual([
      [again.id, 'pending'],
      [id, 'expired'],
    ]);
    const lapses = (await world.entriesOf('approval_expire')).filter(
      ({ objectIds }) => objectIds.approvalId === String(id),
    );
    expect(lapses).toHaveLength(1);
  });

  it('is stored once when it is made several times in parallel, and the others get the reason', async () => {
    const ctx = await world.as(57);
    const outcome = await outcomesOf(Array.from({ length: 8 }, () => request(ctx)));
    expect(outcome).toEqual({ answered: 1, reasons: ['APPROVAL_PENDING'] });
  });

  it('is listed page by page for its requester and for managers of the company', async () => {
    const plain = await world.as(52, { held: ['pii:reveal'] });
    await request(plain);
    await request(plain, { purpose: 'support' });
    expect(new Set((await listed(plain)).map(({ requestedBy }) => requestedBy))).toEqual(new Set([52]));
    const first = await world.approvals.listApprovals(plain, {
      ...{ companyId: 1, status: 'pending', limit: 1 },
    });
    const next = await world.approvals.listApprovals(plain, {
      ...{ companyId: 1, status: 'pending', limit: 1, cursor: first.nextCursor },
    });
    expect([first, next].map(({ approvals }) => approvals.map(({ purpose }) => purpose))).toEqual([
      ['support'],
      ['kyc'],
    ]);
    expect((await listed(await world.as(1))).length).toBeGreaterThan(5);
  });
});

describe('what waits for a decision', () => {
  const decidable = async (ctx: Ctx, companyId?: number) =>
    (await waitingOf(world.vault, 'vault')(ctx, companyId)).approvals;

  it('is counted for who may decide, and not for who requested it', async () => {
    const before = (await decidable(await world.as(1)))?.count ?? 0;
    const ctx = await world.as(71);
    const { id, expiresAt } = await request(ctx, { purpose: 'support' });
    const approver = await world.as(1);
    expect(await decidable(approver)).toMatchObject({ count: before + 1, companyId: 1 });
    expect((await decidable(ctx))?.count).toBe(before);
    await decide(approver, id, 'refused');
    expect((await decidable(approver))?.count).toBe(before);
    expect(expiresAt).toBeDefined();
  });

  it('is counted for managers of the company only', async () => {
    const MANAGE = ['company:manage', 'pii:reveal'];
    expect(await decidable(await world.as(72, { held: ['pii:reveal'] }))).toBeUndefined();
    await request(await world.as(73));
    const elsewhere = await world.vault.as({ userId: 74, companies: { 2: MANAGE } });
    expect(await decidable(elsewhere)).toMatchObject({ count: 0, companyId: undefined });
    expect(await decidable(elsewhere, 1)).toBeUndefined();
    const both = await world.vault.as({ userId: 75, companies: { 1: MANAGE, 2: MANAGE } });
    expect((await decidable(both, 1))?.count).toBe((await decidable(both))?.count);
    expect(await decidable(both, 2)).toMatchObject({ count: 0, companyId: undefined });
  });
});
