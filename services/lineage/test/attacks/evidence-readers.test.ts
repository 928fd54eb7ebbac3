import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { type Entry, LinksService } from '@pii-vault/proto/lineage/v1/links';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lineageModule } from '../../src/module.ts';
import { everyEntry } from '../every-entry.ts';
import type { Person } from '../fake-features.ts';
import { fakeNeighbours, type Neighbours } from '../fake-neighbours.ts';

/** Decision 0040 against callers who try to read the evidence of a pair that both companies have not verified. */
const READ = ['lineage:read', 'lineage:pairs', 'lineage:decide'];
const REVEAL = [...READ, 'pii:reveal'];
const NONE = { withheld: 'both_verify', comparisons: [], probability: 0, modelVersion: '' };
let neighbours: Neighbours;
let world: TestWorld;

beforeEach(async () => {
  neighbours = fakeNeighbours();
  neighbours.agreements = [{ id: 7, companyId: 1, otherCompanyId: 2 }];
  world = await bootModules([...neighbours.modules, lineageModule]);
});
afterEach(() => world.stop());

const person = (companyId: number, individualId: number, more: Partial<Person> = {}): Person => ({
  companyId,
  individualId,
  version: 1,
  identifiers: { pan: 'A', phone: '1' },
  name: 'Karthik Subramanian',
  dob: '1980-02-29',
  agreements: [7],
  ...more,
});
const links = () => world.client(LinksService, 'lineage');
const caller = (companies: Record<number, readonly string[]>, userId = 5) => world.as({ userId, companies });

async function write(people: readonly Person[]): Promise<void> {
  await neighbours.write(people);
  await world.drain();
  await quiet();
}

async function quiet(): Promise<void> {
  await vi.waitFor(
    async () => {
      const [left] = await world.sql<{ n: number }>(
        `SELECT (SELECT count(*)::int FROM lineage.match_queue) + (SELECT count(*)::int FROM lineage.match_backfills)
          + (SELECT count(*)::int FROM lineage.match_spaces WHERE state <> 'active')
          + (SELECT count(*)::int FROM lineage.cross_pairs WHERE edge_id IS NULL AND coalesce(disclose_at, now()) <= now())
          + (SELECT count(*)::int FROM lineage.match_arrivals)
          + (SELECT count(*)::int FROM lineage.match_again_together)
          + (SELECT count(*)::int FROM lineage.match_again) AS n`,
      );
      expect(left?.n).toBe(0);
    },
    { timeout: 60_000, interval: 50 },
  );
}

const list = async (ctx: Ctx, more: { undecided?: boolean; agreeing?: boolean; companyId?: number } = {}) =>
  (await links().listEntries(ctx, { ...everyEntry, ...more })).entries;
const explain = (ctx: Ctx, entry: Entry | undefined) => links().explainEntry(ctx, { id: entry?.id ?? 0 });
const decide = async (ctx: Ctx, id: number, verificationStatus: string) => {
  await links().decideEntry(ctx, { id, verificationStatus, note: '' });
  await quiet();
};
const levelOf = (answer: Awaited<ReturnType<typeof explain>>, field: string) =>
  answer.comparisons.find((one) => one.field === field)?.level;

describe('the evidence of an undecided pair', () => {
  it('is shown to a caller who may reveal in both companies, while every list keeps the grade', async () => {
    await write([person(1, 10), person(2, 20, { dob: '1980-02-28' })]);
    const both = await caller({ 1: REVEAL, 2: REVEAL });
    const [entry] = await list(both);
    const graded = { grade: 'strong', confidenceScore: undefined, matchingFields: ['pan', 'phone'] };
    expect(entry).toMatchObject(graded);
    const shown = await explain(both, entry);
    expect(shown.withheld).toBeUndefined();
    expect(shown.probability).toBeGreaterThan(0.9);
    expect(levelOf(shown, 'pan')).toBe('equal');
    expect(shown.entry).toMatchObject(graded);
    await world.drain();
    const trail = await world.sql<{ payload: Buffer }>(
      "SELECT payload FROM bus.log WHERE topic = 'lineage.audit' ORDER BY position",
    );
    const views = trail
      .map(({ payload }) => AuditEntry.decode(payload))
      .filter(({ action }) => action === 'link_view');
    expect(views.map(({ companyId }) => companyId).sort()).toEqual([1, 2]);
  });

  it.each([
    ['may reveal in the own company only', { 1: REVEAL, 2: READ }],
    ['may reveal in the other company only', { 1: READ, 2: REVEAL }],
    ['may reveal in both, and read links in one', { 1: REVEAL, 2: ['pii:reveal', 'pii:read'] }],
    ['works for one company', { 1: REVEAL }],
  ])('is withheld from a caller who %s', async (_, companies) => {
    await write([person(1, 10), person(2, 20)]);
    const ctx = await caller(companies);
    expect(await explain(ctx, (await list(ctx))[0])).toMatchObject(NONE);
  });

  it('is withheld from two accounts of which each may reveal in one company', async () => {
    await write([person(1, 10), person(2, 20)]);
    const [one, two] = [await caller({ 1: REVEAL }, 5), await caller({ 2: REVEAL }, 6)];
    for (const ctx of [one, two]) expect(await explain(ctx, (await list(ctx))[0])).toMatchObject(NONE);
    await decide(one, (await list(one))[0]?.id ?? 0, 'verified');
    expect(await explain(one, (await list(one))[0])).toMatchObject(NONE);
  });

  it('is withheld without consent of one side, and gone with the agreement or a suspended company', async () => {
    await write([person(1, 10), person(2, 20)]);
    const both = await caller({ 1: REVEAL, 2: REVEAL });
    const [entry] = await list(both);
    await neighbours.write([person(2, 20, { version: 2, isConsenting: false })]);
    expect(await explain(both, entry)).toMatchObject({
      withheld: 'consent',
      comparisons: [],
      probability: 0,
    });
    neighbours.suspended.add(2);
    await vi.waitFor(() => expect(explain(both, entry)).rejects.toMatchObject({ code: 'NOT_FOUND' }), {
      timeout: 60_000,
    });
  });

  it('is not there before the pair is shown', async () => {
    // Before the start: a running service may match once more under the former delay.
    await world.stop();
    neighbours.agreements = [{ id: 7, companyId: 1, otherCompanyId: 2, disclosureDelay: 60 }];
    world = await bootModules([...neighbours.modules, lineageModule]);
    await write([person(1, 10), person(2, 20)]);
    const both = await caller({ 1: REVEAL, 2: REVEAL });
    expect(await list(both)).toEqual([]);
    const [pair] = await world.sql('SELECT FROM lineage.cross_pairs WHERE edge_id IS NULL');
    expect(pair).toBeDefined();
    for (const id of [0, 1, 2, 3])
      await expect(links().explainEntry(both, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a withdrawn decision', () => {
  it('restores the pair, and repeating it shows the evidence of the first time', async () => {
    await write([person(1, 10), person(2, 20)]);
    const decider = await caller({ 1: READ, 2: READ });
    const [entry] = await list(decider);
    const id = entry?.id ?? 0;
    await decide(decider, id, 'verified');
    const first = await explain(decider, entry);
    expect(levelOf(first, 'dob')).toBe('equal');
    const { entry: undone } = await links().withdrawDecision(decider, { id });
    expect(undone).toMatchObject({ verificationStatus: 'pending', decision: undefined });
    expect(await world.sql('SELECT FROM lineage.decisions')).toEqual([]);
    for (const dob of ['1980-02-28', '1990-01-01']) {
      await write([person(1, 10, { version: dob === '1990-01-01' ? 3 : 2, dob })]);
      await decide(decider, id, 'verified');
      expect(await explain(decider, entry)).toMatchObject({ comparisons: first.comparisons });
      await links().withdrawDecision(decider, { id });
      await quiet();
    }
  });

  it('of a rejection shows the pair to the other company again, as a grade', async () => {
    await write([person(1, 10), person(2, 20)]);
    const [one, two] = [await caller({ 1: READ }), await caller({ 2: READ }, 6)];
    const id = (await list(one))[0]?.id ?? 0;
    await decide(one, id, 'rejected');
    expect(await list(two)).toEqual([]);
    await expect(links().withdrawDecision(two, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await links().withdrawDecision(one, { id });
    await quiet();
    expect(await list(two)).toMatchObject([{ id, verificationStatus: 'pending', grade: 'strong' }]);
  });

  it('inside a company lets the matcher decide again', async () => {
    await write([person(1, 1), person(1, 2)]);
    const ctx = await caller({ 1: READ });
    const id = (await list(ctx))[0]?.id ?? 0;
    await decide(ctx, id, 'rejected');
    await links().withdrawDecision(ctx, { id });
    await quiet();
    expect(await list(ctx)).toMatchObject([{ id, verificationStatus: 'verified', decision: undefined }]);
    expect(await world.sql('SELECT individual_id FROM lineage.entities')).toHaveLength(2);
  });
});

describe('verifying together', () => {
  const family = { identifiers: { phone: '9', email: '9' }, name: 'Meera Nair', dob: '1991-05-06' };
  const known = { identifiers: { pan: 'B' }, name: 'Ravi Deshpande', dob: '1970-11-02' };

  it('takes pairs with two identifiers of which one is of one person, and leaves the rest', async () => {
    await write([
      ...[person(1, 10), person(2, 20)],
      ...[person(1, 11, family), person(2, 21, family)],
      ...[person(1, 12, known), person(2, 22, known)],
    ]);
    const decider = await caller({ 1: READ, 2: READ });
    const all = await list(decider, { companyId: 1, undecided: true });
    const agreeing = await list(decider, { companyId: 1, undecided: true, agreeing: true });
    expect(all).toHaveLength(3);
    expect(agreeing.map(({ individualId }) => individualId)).toEqual([10]);
    const ids = all.map(({ id }) => id);
    expect(await links().verifyEntries(decider, { companyId: 1, ids })).toEqual({
      verifiedIds: agreeing.map(({ id }) => id),
    });
    await quiet();
    expect(await list(decider, { companyId: 1, undecided: true })).toHaveLength(2);
    expect(await links().verifyEntries(decider, { companyId: 1, ids })).toEqual({ verifiedIds: [] });
  });

  it('verifies for the companies of the caller only, so that the other one still decides', async () => {
    await write([person(1, 10), person(2, 20)]);
    const [one, two] = [await caller({ 1: READ }), await caller({ 2: READ }, 6)];
    const ids = (await list(one)).map(({ id }) => id);
    expect(await links().verifyEntries(one, { companyId: 1, ids })).toEqual({ verifiedIds: ids });
    await quiet();
    expect(await list(one)).toMatchObject([{ verificationStatus: 'pending', decision: 'verified' }]);
    expect(await list(two, { undecided: true })).toMatchObject([{ decision: undefined, grade: 'strong' }]);
    await expect(links().verifyEntries(one, { companyId: 2, ids })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });

  it('leaves two Aadhaar numbers to a single decision, where the caller may know that they differ', async () => {
    const ids = { pan: 'A', phone: '1' };
    await write([
      person(1, 10, { identifiers: { ...ids, aadhaar: 'X' } }),
      person(2, 20, { identifiers: { ...ids, aadhaar: 'Y' } }),
    ]);
    const knowing = await caller({ 1: REVEAL, 2: REVEAL });
    const pair = (await list(knowing)).map(({ id }) => id);
    expect(await links().verifyEntries(knowing, { companyId: 1, ids: pair })).toEqual({ verifiedIds: [] });
    // For a caller who may not know it the pair is like any other: leaving it out would disclose it.
    const other = await caller({ 1: READ }, 6);
    expect(await links().verifyEntries(other, { companyId: 1, ids: pair })).toEqual({ verifiedIds: pair });
  });

  it('refuses more links than a call may name', async () => {
    const ids = Array.from({ length: 101 }, (_, at) => at + 1);
    await expect(
      links().verifyEntries(await caller({ 1: READ }), { companyId: 1, ids }),
    ).rejects.toMatchObject({ reason: 'INVALID_DECISION' });
  });
});
