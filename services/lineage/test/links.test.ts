import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { LinksService } from '@pii-vault/proto/lineage/v1/links';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lineageModule } from '../src/module.ts';
import { everyEntry } from './every-entry.ts';
import type { Person } from './fake-features.ts';
import { fakeNeighbours, type Neighbours } from './fake-neighbours.ts';

const READ = ['lineage:read', 'lineage:pairs', 'pii:read'];
let neighbours: Neighbours;
let world: TestWorld;

beforeEach(async () => {
  neighbours = fakeNeighbours();
  world = await bootModules([...neighbours.modules, lineageModule]);
});
afterEach(() => world.stop());

const person = (
  companyId: number,
  individualId: number,
  identifiers: Person['identifiers'],
  more = {},
): Person => ({
  companyId,
  individualId,
  identifiers,
  name: 'Karthik Subramanian',
  version: 1,
  ...more,
});

/** Ships events and waits until the match queue is empty. */
async function settle(): Promise<void> {
  await world.drain();
  await vi.waitFor(
    async () => {
      const [left] = await world.sql<{ n: number }>(
        `SELECT (SELECT count(*)::int FROM lineage.match_queue)
        + (SELECT count(*)::int FROM lineage.match_arrivals)
        + (SELECT count(*)::int FROM lineage.match_again_together)
        + (SELECT count(*)::int FROM lineage.match_backfills)
        + (SELECT count(*)::int FROM lineage.match_spaces WHERE state <> 'active')
        + (SELECT count(*)::int FROM lineage.match_again) AS n`,
      );
      expect(left?.n).toBe(0);
    },
    { timeout: 60_000, interval: 50 },
  );
}

const links = () => world.client(LinksService, 'lineage');

describe('links inside a company', () => {
  it('verifies by a shared PAN, leaves a shared phone pending, and explains both', async () => {
    await neighbours.write([
      person(1, 1, { pan: 'A', phone: '1' }),
      person(1, 2, { pan: 'A' }),
      person(1, 3, { phone: '1' }),
      person(2, 4, { pan: 'A' }),
    ]);
    await settle();
    const ctx = await world.as({ companies: { 1: READ } });
    const { entries } = await links().listEntries(ctx, everyEntry);
    expect(
      entries.map((e) => [e.individualId, e.relatedIndividualId, e.verificationStatus, e.relationshipType]),
    ).toEqual([
      [1, 3, 'pending', 'duplicate_detection'],
      [1, 2, 'verified', 'duplicate_detection'],
    ]);
    const explained = await links().explainEntry(ctx, { id: entries[1]?.id ?? 0, purpose: 'kyc' });
    expect(explained.comparisons.find(({ field }) => field === 'pan')?.level).toBe('equal');
    expect(explained.comparisons.at(-1)?.probability).toBeCloseTo(explained.probability, 6);
    const { withinCompany } = await links().listDuplicates(ctx, { companyId: 1, individualId: undefined });
    // Two records are one person, the third is undecided.
    expect(withinCompany.map(({ individualIds, isVerified }) => [individualIds, isVerified])).toEqual([
      [[1, 2], true],
      [[1, 3], false],
    ]);
  });

  it('removes a link when its evidence is removed, and handles a repeated event once', async () => {
    await neighbours.write([person(1, 1, { pan: 'A' }), person(1, 2, { pan: 'A' })]);
    await settle();
    await neighbours.write([person(1, 1, { pan: 'A' })]);
    await settle();
    const count = async () =>
      (await world.sql<{ n: number }>('SELECT count(*)::int AS n FROM lineage.data_lineage'))[0]?.n;
    expect(await count()).toBe(1);
    await neighbours.write([person(1, 1, { pan: 'B' }, { version: 2 })]);
    await settle();
    expect(await count()).toBe(0);
  });
});

describe('links across companies', () => {
  beforeEach(async () => {
    neighbours.agreements = [{ id: 7, companyId: 1, otherCompanyId: 2 }];
    await neighbours.write([
      person(1, 10, { pan: 'X', email: 'e' }, { agreements: [7] }),
      person(2, 20, { pan: 'X', email: 'e' }, { agreements: [7] }),
      person(2, 21, { pan: 'X' }),
      person(3, 30, { pan: 'X' }, { agreements: [7] }),
    ]);
    await settle();
  });

  it('link only under an agreement and with consent, one row per viewer', async () => {
    await vi.waitFor(
      async () => {
        const rows =
          await world.sql(`SELECT company_id, lo_individual_id, hi_individual_id FROM lineage.data_lineage
        WHERE agreement_id = 7 ORDER BY company_id`);
        expect(rows).toEqual([
          { company_id: 1, lo_individual_id: 10, hi_individual_id: 20 },
          { company_id: 2, lo_individual_id: 10, hi_individual_id: 20 },
        ]);
      },
      { timeout: 60_000 },
    );
    const both = await world.as({ companies: { 1: READ, 2: READ } });
    const cross = { ...everyEntry, type: 'same_individual' };
    expect((await links().listEntries(both, cross)).entries).toHaveLength(1);
    const one = await world.as({ companies: { 2: READ } });
    const [seen] = (await links().listEntries(one, cross)).entries;
    expect(seen).toMatchObject({ sourceCompanyId: 2, individualId: 20, targetCompanyId: 1 });
    expect(seen?.relatedIndividualId).toBeUndefined();
    expect(seen?.relatedPseudonym).toMatch(/^P/);
    const { reached } = await links().listReached(one, {
      individuals: [{ companyId: 2, individualId: 20 }],
    });
    expect(reached).toEqual([{ individual: { companyId: 2, individualId: 20 }, companyIds: [1] }]);
    const others = { individuals: [{ companyId: 1, individualId: 10 }] };
    expect((await links().listReached(one, others)).reached).toEqual([]);
    // Once the edge is folded into the roll-up of people.
    const linked = { companyId: 2, afterId: 0 };
    await vi.waitFor(
      async () => expect((await links().listLinked(one, linked)).individualIds).toEqual([20]),
      { timeout: 60_000 },
    );
    expect((await links().listLinked(one, { ...linked, afterId: 20 })).individualIds).toEqual([]);
    await expect(links().listLinked(one, { ...linked, companyId: 1 })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    const counter = await world.as({ companies: { 2: ['lineage:read', 'pii:read'] } });
    expect((await links().listLinked(counter, linked)).individualIds).toEqual([]);
  });

  it('are not shown while one of the companies is suspended, and its internal links cannot be read', async () => {
    const one = await world.as({ companies: { 2: READ } });
    const cross = { ...everyEntry, type: 'same_individual' };
    const shown = async () => (await links().listEntries(one, cross)).entries.length;
    await vi.waitFor(async () => expect(await shown()).toBe(1), { timeout: 60_000 });
    const both = await world.as({ companies: { 1: READ, 2: READ } });
    const file = { ...everyEntry, limit: 1, forExport: true };
    const { nextCursor } = await links().listEntries(both, file);
    expect((await links().listEntries(both, { ...file, cursor: nextCursor })).entries).toHaveLength(1);
    neighbours.suspended.add(1);
    await vi.waitFor(async () => expect(await shown()).toBe(0), { timeout: 60_000 });
    await expect(links().listEntries(both, { ...file, cursor: nextCursor })).rejects.toMatchObject({
      reason: 'EXPORT_SCOPE_CHANGED',
    });
    const owner = await world.as({ companies: { 1: READ } });
    await expect(links().getGraph(owner, { companyId: 1, maxNodes: 0 })).rejects.toMatchObject({
      reason: 'COMPANY_SUSPENDED',
    });
    expect((await links().listEntries(owner, everyEntry)).entries).toEqual([]);
    neighbours.suspended.clear();
    await vi.waitFor(async () => expect(await shown()).toBe(1), { timeout: 60_000 });
  });

  it('are counted by pair, confidence and waiting time, within what the caller may see', async () => {
    const ask = async (companies: number[], companyId?: number) => {
      const ctx = await world.as({ companies: Object.fromEntries(companies.map((id) => [id, READ])) });
      const { crossLinks } = await links().countCrossLinks(ctx, { companyId });
      return { ...(await links().getAnalysis(ctx, { companyId })), crossLinks };
    };
    // The disclosure job shows the pair some time after the match.
    await vi.waitFor(async () => expect((await ask([1, 2])).crossLinks).toBe(1), { timeout: 60_000 });
    const both = await ask([1, 2]);
    const pair = { sourceCompanyId: 1, targetCompanyId: 2, links: 1, pending: 1 };
    const inside = { sourceCompanyId: 2, targetCompanyId: 2, links: 1 };
    expect(both.companyPairs).toMatchObject([pair, inside]);
    // The pair across companies has a grade and no score.
    expect(both.companyPairs.map((one) => (one.avgConfidence ?? 0) > 90)).toEqual([false, true]);
    expect(both.confidenceHistogram.reduce((sum, { links }) => sum + links, 0)).toBe(1);
    expect(both.confidenceHistogram.at(-1)).toEqual({ from: 90, to: 100, links: 1 });
    expect(both.companyPairs.map((one) => one.scored)).toEqual([0, 1]);
    // Strong in the list's filter is high.
    expect(both.graded).toEqual({ strong: 1, possible: 0 });
    expect(both.oldestUndecided.map(({ grade, confidenceScore }) => [grade, confidenceScore])).toEqual([
      ['strong', undefined],
    ]);
    expect([both.crossLinks, both.hotValues]).toEqual([1, []]);
    const one = await ask([2], 2);
    expect(one.companyPairs[0]).toMatchObject({ sourceCompanyId: 2, targetCompanyId: 1, links: 1 });
    expect((await ask([3])).companyPairs).toEqual([]);

    await world.sql(
      `UPDATE lineage.data_lineage SET verification_status = 'pending' WHERE agreement_id IS NULL`,
    );
    await world.sql(`INSERT INTO lineage.match_hot_tokens (space_id, token, cap, is_handle)
      SELECT id, n, 50, n < 3 FROM lineage.match_spaces, generate_series(1, 5) AS n WHERE scope IN ('cross:7', 'intra:2')`);
    const later = await ask([1, 2]);
    expect(later.oldestUndecided.map((entry) => [entry.individualId, entry.relatedIndividualId])).toEqual(
      expect.arrayContaining([
        [10, 20],
        [20, 21],
      ]),
    );
    const undecided = async (permissions: string[], companyId?: number) =>
      (
        await waitingOf(world, 'lineage')(
          await world.as({ companies: { 1: permissions, 2: permissions } }),
          companyId,
        )
      ).relationships;
    const DECIDE = [...READ, 'lineage:decide'];
    expect(await undecided(DECIDE)).toMatchObject({ count: 2, companyId: 2 });
    expect(await undecided(DECIDE, 1)).toMatchObject({ count: 1, companyId: 1 });
    expect(await undecided(['lineage:decide'])).toMatchObject({ count: 1, companyId: 2 });
    // The scope across companies is excluded.
    expect(later.hotValues).toEqual([{ companyIds: [2], sharedValues: 2, crowdedKeys: 3 }]);
    await world.sql(
      `UPDATE lineage.data_lineage SET verification_status = 'rejected', decision = 'rejected' WHERE agreement_id = 7`,
    );
    expect(await ask([1, 2])).toMatchObject({
      crossLinks: 0,
      companyPairs: [{ rejected: 1 }, { pending: 1 }],
    });
    expect(await undecided(DECIDE)).toMatchObject({ count: 1, companyId: 2 });
  });

  it('are only counted for users without lineage:pairs', async () => {
    const counter = await world.as({ companies: { 1: ['lineage:read', 'pii:read'] } });
    const shown = await world.as({ companies: { 1: READ } });
    await vi.waitFor(
      async () => expect((await links().listEntries(shown, everyEntry)).entries).toHaveLength(1),
      { timeout: 60_000 },
    );
    const id = (await links().listEntries(shown, everyEntry)).entries[0]?.id ?? 0;
    expect((await links().listEntries(counter, everyEntry)).entries).toEqual([]);
    expect((await links().getGraph(counter, { companyId: 1, maxNodes: 0 })).links).toEqual([]);
    // A graph without room for a person shows both companies.
    const small = await links().getGraph(shown, { companyId: 1, maxNodes: 2 });
    expect([small.companyIds.toSorted(), small.links]).toEqual([[1, 2], []]);
    await expect(links().explainEntry(counter, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const duplicates = await links().listDuplicates(counter, { companyId: 1, individualId: undefined });
    expect([duplicates.crossCompany, duplicates.counts?.crossCompany]).toEqual([[], 1]);
    const individuals = [{ companyId: 1, individualId: 10 }];
    expect((await links().listReached(counter, { individuals })).reached).toEqual([]);
    const { oldestUndecided, companyPairs } = await links().getAnalysis(counter, { companyId: 1 });
    expect(oldestUndecided).toEqual([]);
    expect(companyPairs).toMatchObject([{ links: 1 }]);
    expect((await links().getSummary(counter, { companyId: 1 })).crossCompany).toBe(1);
    expect((await links().countCrossLinks(counter, { companyId: 1 })).crossLinks).toBe(1);
  });

  it('are removed when the agreement ends', async () => {
    await vi.waitFor(
      async () => {
        expect(await world.sql(`SELECT FROM lineage.data_lineage WHERE agreement_id = 7`)).toHaveLength(2);
      },
      { timeout: 60_000 },
    );
    neighbours.agreements = [];
    await vi.waitFor(
      async () => {
        expect(await world.sql(`SELECT FROM lineage.data_lineage WHERE agreement_id = 7`)).toHaveLength(0);
        expect(await world.sql(`SELECT FROM lineage.match_spaces WHERE scope = 'cross:7'`)).toHaveLength(0);
      },
      { timeout: 60_000 },
    );
  });
});

it('a refusal for lack of a permission writes an entry, one of a service none', async () => {
  const graph = (ctx: Ctx) => links().getGraph(ctx, { companyId: 1, maxNodes: 0 });
  for (const ctx of [
    await world.as({ companies: { 1: ['audit:read'] } }),
    await world.as({ companies: { 2: READ } }),
    world.asService('vault', 1),
  ])
    await expect(graph(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await world.drain();
  const entries = await world.sql<{ payload: Buffer }>(
    `SELECT payload FROM bus.log WHERE topic = 'lineage.audit' ORDER BY position`,
  );
  // A stranger writes no entry into the trail of the company.
  expect(entries.map(({ payload }) => AuditEntry.decode(payload))).toMatchObject([
    { action: 'access_refused', decision: 'refused', companyId: 1 },
    { action: 'access_refused', decision: 'refused', companyId: undefined },
  ]);
});
