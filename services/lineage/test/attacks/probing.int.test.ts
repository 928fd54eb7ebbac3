import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entryFor } from '../../src/links/entry.ts';
import { entryToProto } from '../../src/links/links-proto.ts';
import { listEdges } from '../../src/links/list-store.ts';
import type { Reader } from '../../src/links/reader.ts';
import { singleEdges } from '../../src/links/reader.ts';
import type { Person } from '../fake-features.ts';
import { AGREEMENT, BUDGETS, type MatchingWorld, matchingWorld } from '../matching-world.ts';

/** The attacker writes records of company 1; the victims are people of company 2. */
const ATTACKER = 'client:attacker';
const MINUTE_MS = 60_000;
let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const victim = (individualId: number, more: Partial<Person> = {}): Person => ({
  companyId: 2,
  individualId,
  version: 1,
  identifiers: { pan: `PAN ${individualId}` },
  name: 'Lakshmi Iyer',
  dob: '1984-07-19',
  address: '12 Temple Street Madurai 625001',
  agreements: [AGREEMENT.id],
  ...more,
});
const decoy = (individualId: number, more: Partial<Person> = {}): Person => ({
  companyId: 1,
  individualId,
  version: 1,
  identifiers: {},
  agreements: [AGREEMENT.id],
  ...more,
});
const guesser = (individualId: number, pan: string) => decoy(individualId, { identifiers: { pan } });

const attacker: Reader = {
  readable: new Set([1]),
  listed: [1],
  agreements: [AGREEMENT.id],
  paired: new Set([1]),
  open: [1, 2],
};
/** Everything that company 1 can read of its pairs, as it leaves the service. */
async function seen(reader = attacker) {
  const { db } = world.database;
  const edges = await db.tenant({ companies: [1] }, (tx) =>
    listEdges(tx, singleEdges(reader), { isCross: true }, undefined, 200),
  );
  return edges.map((edge) => entryToProto(entryFor(edge, singleEdges(reader))));
}
async function later(minutes: number): Promise<void> {
  world.clock.now = new Date(world.clock.now.getTime() + minutes * MINUTE_MS);
  await world.disclose();
}
async function write(people: readonly Person[], by: string | undefined = ATTACKER): Promise<void> {
  await world.write(people, by);
  await world.settle();
  await world.disclose();
}
const alarms = () =>
  world.database.sql<{ reason: string; company: number; other: number; events: number }>(
    `SELECT reason, company_id AS company, other_company_id AS other, events FROM lineage.probe_alarms ORDER BY id`,
  );
/** Companies in whose trail an alarm stands. */
const warned = () =>
  world.database.sql<{ company: number }>(
    `SELECT company_id AS company FROM lineage.outbox WHERE topic = 'lineage.audit'
       AND position('matching_probe'::bytea IN payload) > 0 ORDER BY 1`,
  );

/** Companies of credentials that the vault is asked to stop. */
const stops = () =>
  world.database.sql<{ company: number }>(
    `SELECT DISTINCT company_id AS company FROM lineage.outbox WHERE topic = 'lineage.credential_stop_changed'`,
  );

describe('guessing who is held by the other company', () => {
  it('is answered by no single record, and in an hour for a stated number at most, with an alarm on both sides', async () => {
    const people = Array.from({ length: 60 }, (_, n) => victim(1_000 + n));
    await write(people, undefined);
    const guesses = people.map(({ individualId }, n) => guesser(100 + n, `PAN ${individualId}`));
    await write(guesses.slice(0, 1));
    expect(await seen()).toEqual([]);
    for (let n = 1; n < guesses.length; n += 1) await write([guesses[n] ?? guesser(0, '')]);
    expect(await seen()).toEqual([]);
    await later(60);
    expect(await seen()).toHaveLength(BUDGETS.linksPerHour);
    expect(await alarms()).toEqual([{ reason: 'links', company: 1, other: 2, events: 60 }]);
    expect(await warned()).toEqual([{ company: 1 }, { company: 2 }]);
    // The vault learns of it, and refuses what the credential writes.
    expect(await stops()).toEqual([{ company: 1 }]);
    // The credential is stopped: neither time nor new records bring more.
    await write([guesser(400, 'PAN 1059')]);
    await later(24 * 60);
    expect(await seen()).toHaveLength(BUDGETS.linksPerHour);
  }, 120_000);

  it('leaves a trace and raises an alarm when the decoys are erased', async () => {
    await write(
      Array.from({ length: 5 }, (_, n) => victim(1_000 + n)),
      undefined,
    );
    const guesses = Array.from({ length: 5 }, (_, n) => guesser(100 + n, `PAN ${1_000 + n}`));
    await write(guesses);
    await write(
      guesses.map((one) => ({ ...one, version: 2, isErased: true })),
      undefined,
    );
    expect(await alarms()).toMatchObject([{ reason: 'erasures', company: 1, other: 2 }]);
    const kept = await world.database.sql<{ kind: string; n: number }>(
      `SELECT kind, count(*)::int AS n FROM lineage.match_probes WHERE credential = $1 GROUP BY 1 ORDER BY 1`,
      [ATTACKER],
    );
    expect(kept).toEqual([
      { kind: 'erasure', n: 5 },
      { kind: 'link', n: 5 },
    ]);
  });

  it('is told to analytics as a number', async () => {
    await write([victim(1_000)], undefined);
    await write([guesser(100, 'PAN 1000')]);
    await later(60);
    expect(await seen()).toHaveLength(1);
    expect(await seen({ ...attacker, paired: new Set() })).toEqual([]);
  });
});

describe('correcting a decoy', () => {
  it('changes nothing that is shown, tells no level, and beyond the budget raises an alarm', async () => {
    await write([victim(1_000)], undefined);
    await write([guesser(100, 'PAN 1000')]);
    await later(60);
    const [before] = await seen();
    expect(before).toMatchObject({ grade: 'strong', confidenceScore: 0, matchingFields: ['pan'] });
    for (let guess = 1; guess <= 24; guess += 1) {
      const dob = `1984-07-${String(guess).padStart(2, '0')}`;
      const corrected = { ...guesser(100, 'PAN 1000'), version: 1 + guess, dob };
      await write([corrected]);
      await later(1);
      expect(await seen()).toEqual([before]);
    }
    expect(await alarms()).toMatchObject([{ reason: 'corrections', company: 1, other: 2 }]);
    expect(await warned()).toEqual([{ company: 1 }, { company: 2 }]);
  }, 120_000);

  it('takes a link away with a batch, not at once', async () => {
    await write([victim(1_000)], undefined);
    await write([guesser(100, 'PAN 1000')]);
    await later(60);
    await write([{ ...guesser(100, 'PAN 9999'), version: 2 }]);
    expect(await seen()).toHaveLength(1);
    await later(60);
    expect(await seen()).toEqual([]);
  });

  it('is no way round: pairs that neither Aadhaar nor PAN joins are not told within the hour', async () => {
    await write([victim(1_000, { identifiers: { phone: '1' } })], undefined);
    const dates = Array.from({ length: 8 }, (_, n) => `1984-07-${String(15 + n)}`);
    await write(
      dates.map((dob, n) => decoy(100 + n, { identifiers: { phone: '1' }, name: 'Lakshmi Iyer', dob })),
    );
    await later(60);
    expect(await seen()).toEqual([]);
    await later(BUDGETS.weakPairHours * 60 + 60);
    expect((await seen()).length).toBeGreaterThan(0);
  });
});

it('batches have one instant, which asking again does not average', async () => {
  await write([victim(1_000), victim(1_001)], undefined);
  await write([guesser(100, 'PAN 1000')]);
  await later(5);
  await write([guesser(101, 'PAN 1001')]);
  const instants = await world.database.sql(
    `SELECT DISTINCT disclose_at - '2026-11-26T08:00:00Z'::timestamptz AS after FROM lineage.cross_pairs`,
  );
  expect(instants).toHaveLength(1);
  await later(9);
  expect(await seen()).toEqual([]);
  await later(1);
  expect(await seen()).toHaveLength(2);
});

it('an import is told at its end', async () => {
  world.bulkFrom(2);
  const numbers = Array.from({ length: 8 }, (_, n) => 1_000 + n);
  await write(
    numbers.map((id) => victim(id)),
    undefined,
  );
  const rows = numbers.map((id) => guesser(id - 900, `PAN ${id}`));
  await write(rows, 'import:5');
  expect(await seen()).toHaveLength(8);
});
