import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUDGETS } from '../matching-world.ts';
import {
  ANALYST,
  ATTACKER,
  decoy,
  guesser,
  HONEST,
  type ProbingWorld,
  probingWorld,
  victim,
} from './probing-world.ts';

let world: ProbingWorld;

beforeAll(async () => {
  world = await probingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

/** Companies whose credentials the vault is asked to stop. */
const stops = () =>
  world.database.sql<{ company: number }>(
    `SELECT DISTINCT company_id AS company FROM lineage.outbox WHERE topic = 'lineage.credential_stop_changed'`,
  );

describe('guessing people of the other company', () => {
  it('is not answered at once, is limited per hour, and raises an alarm for both companies', async () => {
    const people = Array.from({ length: 60 }, (_, n) => victim(1_000 + n));
    await world.write(people, 'import:1');
    const guesses = people.map(({ individualId }, n) => guesser(100 + n, `PAN ${individualId}`));
    await world.write(guesses.slice(0, 1), ATTACKER);
    expect(await world.seen()).toEqual([]);
    for (let n = 1; n < guesses.length; n += 1) await world.write([guesses[n] ?? guesser(0, '')], ATTACKER);
    expect(await world.seen()).toEqual([]);
    await world.later(60);
    expect(await world.seen()).toHaveLength(BUDGETS.linksPerHour);
    expect(await world.alarms()).toEqual([{ reason: 'links', company: 1, other: 2, events: 40 }]);
    expect(await world.warned()).toEqual([{ company: 1 }, { company: 2 }]);
    // The vault receives the stop and refuses writes of the credential.
    expect(await stops()).toEqual([{ company: 1 }]);
    // Neither time nor new records show more pairs of a stopped credential.
    await world.write([guesser(400, 'PAN 1059')], ATTACKER);
    await world.later(24 * 60);
    expect(await world.seen()).toHaveLength(BUDGETS.linksPerHour);
  });

  it('stays recorded and raises an alarm when the decoys are erased', async () => {
    await world.write(
      Array.from({ length: 5 }, (_, n) => victim(1_000 + n)),
      HONEST,
    );
    const guesses = Array.from({ length: 5 }, (_, n) => guesser(100 + n, `PAN ${1_000 + n}`));
    await world.write(guesses, ATTACKER);
    await world.write(
      guesses.map((one) => ({ ...one, version: 2, isErased: true })),
      HONEST,
    );
    expect(await world.alarms()).toMatchObject([{ reason: 'erasures', company: 1, other: 2 }]);
    const kept = await world.database.sql<{ kind: string; n: number }>(
      `SELECT kind, count(*)::int AS n FROM lineage.match_probes WHERE credential = $1 GROUP BY 1 ORDER BY 1`,
      [ATTACKER],
    );
    expect(kept).toEqual([
      { kind: 'erasure', n: 5 },
      { kind: 'link', n: 5 },
    ]);
  });

  it('shows no pair to a reader without lineage:pairs', async () => {
    await world.write([victim(1_000)], HONEST);
    await world.write([guesser(100, 'PAN 1000')], ATTACKER);
    await world.later(60);
    expect(await world.seen()).toHaveLength(1);
    expect(await world.seen(ANALYST)).toEqual([]);
  });
});

describe('correcting a decoy', () => {
  it('changes nothing shown, discloses no level, and raises an alarm above the budget', async () => {
    await world.write([victim(1_000)], HONEST);
    await world.write([guesser(100, 'PAN 1000')], ATTACKER);
    await world.later(60);
    const [before] = await world.seen();
    expect(before).toMatchObject({ grade: 'strong', confidenceScore: undefined, matchingFields: ['pan'] });
    for (let guess = 1; guess <= 24; guess += 1) {
      const dob = `1984-07-${String(guess).padStart(2, '0')}`;
      const corrected = { ...guesser(100, 'PAN 1000'), version: 1 + guess, dob };
      await world.write([corrected], ATTACKER);
      await world.later(1);
      expect(await world.seen()).toEqual([before]);
    }
    expect(await world.alarms()).toMatchObject([{ reason: 'corrections', company: 1, other: 2 }]);
    expect(await world.warned()).toEqual([{ company: 1 }, { company: 2 }]);
  });

  it('removes a link with a batch, not at once', async () => {
    await world.write([victim(1_000)], HONEST);
    await world.write([guesser(100, 'PAN 1000')], ATTACKER);
    await world.later(60);
    await world.write([{ ...guesser(100, 'PAN 9999'), version: 2 }], ATTACKER);
    expect(await world.seen()).toHaveLength(1);
    await world.later(60);
    expect(await world.seen()).toEqual([]);
  });

  it('removes no link while the credential is stopped, and removes it once the stop is lifted', async () => {
    await world.write([victim(1_000)], HONEST);
    await world.write([guesser(100, 'PAN 1000')], ATTACKER);
    await world.later(60);
    for (let n = 0; n <= BUDGETS.correctionsPerHour; n += 1)
      await world.write([{ ...guesser(100, 'PAN 1000'), version: 2 + n, name: `Decoy ${n}` }], ATTACKER);
    expect(await world.alarms()).toMatchObject([{ reason: 'corrections', company: 1, other: 2 }]);
    await world.write([{ ...guesser(100, 'PAN 9999'), version: 100 }], ATTACKER);
    await world.later(24 * 60);
    expect(await world.seen()).toHaveLength(1);
    await world.lift();
    expect(await world.seen()).toHaveLength(1);
    await world.later(2 * 60);
    expect(await world.seen()).toEqual([]);
  });

  it('does not help without Aadhaar and PAN: such pairs are not shown within the hour', async () => {
    await world.write([victim(1_000, { identifiers: { phone: '1' } })], HONEST);
    const dates = Array.from({ length: 8 }, (_, n) => `1984-07-${String(15 + n)}`);
    await world.write(
      dates.map((dob, n) => decoy(100 + n, { identifiers: { phone: '1' }, name: 'Lakshmi Iyer', dob })),
      ATTACKER,
    );
    await world.later(60);
    expect(await world.seen()).toEqual([]);
    await world.later(BUDGETS.weakPairHours * 60 + 60);
    expect((await world.seen()).length).toBeGreaterThan(0);
  });
});

it('pairs of a batch are shown at one time, so that repeated probes do not average out the delay', async () => {
  await world.write([victim(1_000), victim(1_001)], HONEST);
  await world.write([guesser(100, 'PAN 1000')], ATTACKER);
  await world.later(5);
  await world.write([guesser(101, 'PAN 1001')], ATTACKER);
  const instants = await world.database.sql(
    `SELECT DISTINCT disclose_at - '2026-11-26T08:00:00Z'::timestamptz AS after FROM lineage.cross_pairs`,
  );
  expect(instants).toHaveLength(1);
  await world.later(9);
  expect(await world.seen()).toEqual([]);
  await world.later(1);
  expect(await world.seen()).toHaveLength(2);
});

it('pairs of an import are shown at its end', async () => {
  world.bulkFrom(2);
  const numbers = Array.from({ length: 8 }, (_, n) => 1_000 + n);
  await world.write(
    numbers.map((id) => victim(id)),
    HONEST,
  );
  const rows = numbers.map((id) => guesser(id - 900, `PAN ${id}`));
  await world.write(rows, 'import:5');
  expect(await world.seen()).toHaveLength(8);
});
