import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { type Entry, LinksService } from '@pii-vault/proto/lineage/v1/links';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lineageModule } from '../src/module.ts';
import { everyEntry } from './every-entry.ts';
import type { Person } from './fake-features.ts';
import { fakeNeighbours, type Neighbours } from './fake-neighbours.ts';

const REVIEW = ['lineage:read', 'lineage:pairs', 'lineage:decide', 'notes:read', 'pii:reveal'];
const NOTE = 'Spoke to Karthik on 98450 12345, it is him';
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
  identifiers: { pan: 'A' },
  name: 'Karthik Subramanian',
  dob: '1980-02-29',
  agreements: [7],
  ...more,
});
/** The same phone and name make a pair pending. */
const unsure = (companyId: number, individualId: number, more: Partial<Person> = {}): Person => ({
  companyId,
  individualId,
  version: 1,
  identifiers: { phone: '1' },
  name: 'Karthik Subramanian',
  ...more,
});
const links = () => world.client(LinksService, 'lineage');
const reviewer = (...companies: number[]) =>
  world.as({ companies: Object.fromEntries(companies.map((id) => [id, REVIEW])) });

async function write(people: readonly Person[]): Promise<void> {
  await neighbours.write(people);
  await world.drain();
  await quiet();
}

/** Waits until no record waits for a match and no pair for disclosure. */
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

async function entries(ctx: Ctx, type?: string): Promise<readonly Entry[]> {
  return (await links().listEntries(ctx, { ...everyEntry, type })).entries;
}

async function decide(ctx: Ctx, entry: Entry | undefined, verificationStatus: string, note = '') {
  const id = entry?.id ?? 0;
  const answer = await links().decideEntry(ctx, {
    id,
    verificationStatus,
    note,
    ifRowVersion: entry?.rowVersion,
  });
  await quiet();
  return answer.entry;
}

const entitiesOf = async (companyId: number) =>
  (
    await world.sql<{ ids: string }>(
      `SELECT string_agg(individual_id::text, ' ' ORDER BY individual_id) AS ids FROM lineage.entities
       WHERE company_id = $1 GROUP BY entity_id ORDER BY 1`,
      [companyId],
    )
  ).map(({ ids }) => ids);

describe('a decision inside a company', () => {
  it('keeps two records apart, whatever values they share later', async () => {
    await write([person(1, 1), person(1, 2)]);
    expect(await entitiesOf(1)).toEqual(['1 2']);
    const ctx = await reviewer(1);
    const [entry] = await entries(ctx);
    expect(entry).toMatchObject({ verificationStatus: 'verified', decision: undefined });
    expect(await decide(ctx, entry, 'rejected')).toMatchObject({
      verificationStatus: 'rejected',
      decision: 'rejected',
      rowVersion: (entry?.rowVersion ?? 0) + 1,
    });
    expect(await entitiesOf(1)).toEqual([]);
    const more = { identifiers: { pan: 'A', aadhaar: 'B', phone: '1' }, version: 2 };
    await write([person(1, 1, more), person(1, 2, more), person(1, 3)]);
    const standing = (await entries(ctx)).map((one) => [
      one.individualId,
      one.relatedIndividualId,
      one.verificationStatus,
    ]);
    expect(standing.sort()).toEqual([
      [1, 2, 'rejected'],
      [1, 3, 'verified'],
      [2, 3, 'verified'],
    ]);
    // Both link to the third record, which can be in one entity only.
    expect(await entitiesOf(1)).toHaveLength(1);
    expect(await entitiesOf(1)).not.toContain('1 2 3');
    const { withinCompany } = await links().listDuplicates(ctx, { companyId: 1, individualId: 2 });
    expect(withinCompany.every(({ entryIds }) => !entryIds.includes(entry?.id ?? 0))).toBe(true);
  });

  it('keeps two records linked after their shared values are removed, until the decision is withdrawn', async () => {
    await write([
      unsure(1, 1, { address: '12 Temple Street Madurai 625001' }),
      unsure(1, 2, { address: '12 Temple Street Madurai 625001' }),
    ]);
    const ctx = await reviewer(1);
    const [entry] = await entries(ctx);
    expect(entry?.verificationStatus).toBe('pending');
    expect((await decide(ctx, entry, 'verified'))?.verificationStatus).toBe('verified');
    expect(await entitiesOf(1)).toEqual(['1 2']);
    await write([unsure(1, 2, { version: 2, identifiers: { phone: '2' }, name: 'Somebody Else' })]);
    expect((await entries(ctx))[0]).toMatchObject({ id: entry?.id, verificationStatus: 'verified' });
    expect(await entitiesOf(1)).toEqual(['1 2']);
    await decide(ctx, (await entries(ctx))[0], 'rejected');
    expect(await entitiesOf(1)).toEqual([]);
  });

  it('is refused when the edge has changed, when it is invalid, and to users without the permission', async () => {
    await write([person(1, 1), person(1, 2)]);
    const ctx = await reviewer(1);
    const [entry] = await entries(ctx);
    const request = { id: entry?.id ?? 0, verificationStatus: 'rejected', note: '', ifRowVersion: 99 };
    await expect(links().decideEntry(ctx, request)).rejects.toMatchObject({ reason: 'STALE' });
    for (const wrong of [{ verificationStatus: 'pending' }, { note: 'x'.repeat(2_001) }])
      await expect(
        links().decideEntry(ctx, { ...request, ifRowVersion: undefined, ...wrong }),
      ).rejects.toMatchObject({ reason: 'INVALID_DECISION' });
    await expect(links().decideEntry(await reviewer(2), request)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const looker = await world.as({ companies: { 1: ['lineage:read'] } });
    await expect(links().decideEntry(looker, request)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect((await entries(ctx))[0]?.verificationStatus).toBe('verified');
  });
});

describe('a decision across companies', () => {
  it('verifies when both companies do, and hides the pair from the other company when one rejects', async () => {
    await write([
      unsure(1, 10, { agreements: [7], address: '12 Temple Street Madurai 625001' }),
      unsure(2, 20, { agreements: [7], address: '12 Temple Street Madurai 625001' }),
    ]);
    const [one, two] = [await reviewer(1), await reviewer(2)];
    const cross = async (ctx: Ctx) => (await entries(ctx))[0];
    expect(await cross(one)).toMatchObject({
      relationshipType: 'cross_reference',
      verificationStatus: 'pending',
      grade: 'possible',
      matchingFields: ['phone'],
    });
    expect(await decide(one, await cross(one), 'verified')).toMatchObject({
      verificationStatus: 'pending',
      decision: 'verified',
    });
    expect(await cross(two)).toMatchObject({ verificationStatus: 'pending', decision: undefined });
    expect(await decide(two, await cross(two), 'verified')).toMatchObject({
      verificationStatus: 'verified',
      relationshipType: 'same_individual',
      grade: undefined,
    });
    const reached = { individuals: [{ companyId: 1, individualId: 10 }] };
    expect((await links().listReached(one, reached)).reached).toHaveLength(1);
    await decide(one, await cross(one), 'rejected');
    expect(await cross(one)).toMatchObject({ verificationStatus: 'rejected', decision: 'rejected' });
    expect(await entries(two)).toEqual([]);
    expect((await links().listReached(one, reached)).reached).toEqual([]);
    await write([unsure(2, 20, { version: 2, agreements: [7], identifiers: { phone: '1', pan: 'P' } })]);
    expect(await entries(two)).toEqual([]);
  });
});

describe('the evidence of a pair across companies', () => {
  const explain = async (ctx: Ctx, entry: Entry | undefined, purpose?: string) =>
    links().explainEntry(ctx, { id: entry?.id ?? 0, purpose });

  it('is withheld until both have verified it, and does not change afterwards', async () => {
    await write([person(1, 10), person(2, 20)]);
    const [one, two] = [await reviewer(1), await reviewer(2)];
    const pair = async (ctx: Ctx) => (await entries(ctx))[0];
    const graded = {
      grade: 'strong',
      confidenceScore: undefined,
      matchingFields: ['pan'],
      verificationStatus: 'pending',
    };
    const withheld = { withheld: 'both_verify', comparisons: [], probability: 0, modelVersion: '' };
    expect(await pair(one)).toMatchObject(graded);
    expect(await explain(one, await pair(one))).toMatchObject(withheld);
    await write([person(1, 10, { version: 2, dob: '1990-01-01' })]);
    expect(await pair(one)).toMatchObject(graded);
    await decide(one, await pair(one), 'verified');
    expect(await explain(one, await pair(one))).toMatchObject(withheld);
    await write([person(1, 10, { version: 3, dob: '1980-02-29' })]);
    await decide(two, await pair(two), 'verified');
    const levelOf = (answer: Awaited<ReturnType<typeof explain>>) =>
      answer.comparisons.find(({ field }) => field === 'dob')?.level;
    const first = await explain(one, await pair(one));
    expect(first.withheld).toBeUndefined();
    expect(levelOf(first)).toBe('equal');
    expect((await pair(one))?.confidenceScore).toBeGreaterThan(90);
    // A corrected decoy, or a decision that is withdrawn and repeated, discloses nothing new.
    await write([person(1, 10, { version: 4, dob: '1990-01-01' })]);
    await decide(one, await pair(one), 'rejected');
    await decide(one, await pair(one), 'verified');
    expect(await explain(one, await pair(one))).toMatchObject({ comparisons: first.comparisons });
  });

  it('is withheld when consent does not cover the stated purpose, also inside a company', async () => {
    await write([person(1, 1), person(1, 2)]);
    const ctx = await reviewer(1);
    const [pair] = await entries(ctx);
    const whole = await explain(ctx, pair, 'kyc');
    expect(whole.comparisons.length).toBeGreaterThan(0);
    // The panel shows the confidence of the row, with the evidence and without it.
    const confidence = { grade: undefined, confidenceScore: pair?.confidenceScore };
    expect(pair?.confidenceScore).toBeGreaterThan(60);
    expect(whole.entry).toMatchObject(confidence);
    for (const none of [undefined, ''])
      expect(await explain(ctx, pair, none)).toMatchObject({
        ...{ withheld: 'purpose', comparisons: [], probability: 0, modelVersion: '' },
        entry: { ...confidence, matchingFields: pair?.matchingFields },
      });
    await write([person(1, 2, { version: 2, isConsenting: false })]);
    expect(await explain(ctx, (await entries(ctx))[0], 'kyc')).toMatchObject({
      withheld: 'consent',
      comparisons: [],
    });
  });
});

describe('a note', () => {
  it('is shown masked to users who may decide in its company, and is never stored in plain', async () => {
    await write([person(1, 10), person(2, 20)]);
    const [one, two] = [await reviewer(1), await reviewer(2)];
    const [entry] = await entries(one);
    await decide(one, entry, 'rejected', NOTE);
    const explained = await links().explainEntry(one, { id: entry?.id ?? 0 });
    expect(explained.decisions).toMatchObject([
      { companyId: 1, verificationStatus: 'rejected', note: 'Spoke to Karthik on XXXXX12345, it is him' },
    ]);
    await expect(links().explainEntry(two, { id: entry?.id ?? 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await world.drain();
    const tables = await world.sql<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('lineage', 'bus')`,
    );
    const rows = await Promise.all(
      tables.map(({ name }) => world.sql<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
    );
    const dump = rows
      .flat()
      .map(({ row }) => row)
      .join('\n');
    for (const form of [
      'Karthik',
      NOTE,
      Buffer.from(NOTE).toString('hex'),
      Buffer.from('98450').toString('hex'),
    ])
      expect(dump).not.toContain(form);
    expect(dump).toContain('lineage.link_decided');
  });

  it('is withheld without notes:read and otherwise masked; each read writes an entry', async () => {
    await write([person(1, 10), person(1, 11)]);
    const one = await reviewer(1);
    const [entry] = await entries(one);
    await decide(one, entry, 'rejected', NOTE);
    const noteFor = async (userId: number, ...permissions: string[]) => {
      const ctx = await world.as({ userId, companies: { 1: ['lineage:read', ...permissions] } });
      return (await links().explainEntry(ctx, { id: entry?.id ?? 0 })).decisions[0];
    };
    expect(await noteFor(21, 'pii:reveal')).toMatchObject({
      note: undefined,
      texts: { view: 'withheld', filled: ['note'] },
    });
    expect(await noteFor(22, 'notes:read')).toMatchObject({
      note: 'Spoke to Karthik on XXXXX12345, it is him',
      texts: { view: 'masked', identifiers: 1 },
    });
    await world.drain();
    const rows = await world.sql<{ payload: Buffer }>(
      "SELECT payload FROM bus.log WHERE topic = 'lineage.audit' ORDER BY position",
    );
    const read = rows
      .map(({ payload }) => AuditEntry.decode(payload))
      .filter((one) => one.action === 'text_read');
    expect(read).toMatchObject([
      { actorId: '22', companyId: 1, objectIds: { linkId: String(entry?.id) }, fieldNames: ['note'] },
    ]);
  });

  it('is destroyed with the person', async () => {
    await write([person(1, 1), person(1, 2)]);
    const ctx = await reviewer(1);
    await decide(ctx, (await entries(ctx))[0], 'rejected', NOTE);
    await write([person(1, 2, { version: 2, isErased: true })]);
    expect(await entries(ctx)).toEqual([]);
    expect(await world.sql('SELECT FROM lineage.decisions')).toEqual([]);
  });
});

it('a decision is refused when the agreement ends while it waits for a lock', async () => {
  await write([person(1, 10), person(2, 20)]);
  const ctx = await reviewer(1, 2);
  const [entry] = await entries(ctx);
  const lock = `hashtextextended('lineage cross:7', 0)`;
  await world.sql(`SELECT pg_advisory_lock(${lock})`);
  const request = { id: entry?.id ?? 0, verificationStatus: 'verified', note: '', ifRowVersion: undefined };
  const decided = links()
    .decideEntry(ctx, request)
    .catch((error: unknown) => error);
  const waiting = () =>
    world.sql(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  await vi.waitFor(async () => expect((await waiting()).length).toBeGreaterThan(0), { timeout: 60_000 });
  neighbours.agreements = [];
  await vi.waitFor(async () => expect(await entries(ctx)).toEqual([]), { timeout: 60_000 });
  expect(await world.sql(`SELECT pg_advisory_unlock(${lock}) AS held`)).toEqual([{ held: true }]);
  expect(await decided).toMatchObject({ code: 'NOT_FOUND' });
  expect(await world.sql(`SELECT FROM lineage.decisions`)).toEqual([]);
});
