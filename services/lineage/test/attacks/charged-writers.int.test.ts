import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BUDGETS } from '../matching-world.ts';
import {
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

/** Number of charged probes by credential and kind. */
const charged = () =>
  world.database.sql<{ credential: string; kind: string; n: number }>(
    `SELECT credential, kind, count(*)::int AS n FROM lineage.match_probes
     WHERE kind NOT LIKE 'waiting%' GROUP BY 1, 2 ORDER BY 1, 2`,
  );

it('charges the writer of the decoy, even if the victim is corrected before the two are matched', async () => {
  const people = Array.from({ length: 30 }, (_, n) => victim(1_000 + n));
  await world.write(people, HONEST);
  await world.queue(
    people.map(({ individualId }) => guesser(individualId - 900, `PAN ${individualId}`)),
    ATTACKER,
  );
  await world.queue(
    people.map((one) => ({ ...one, version: 2, identifiers: { ...one.identifiers, phone: '1' } })),
    HONEST,
  );
  await world.settle();
  expect(await charged()).toEqual([{ credential: ATTACKER, kind: 'link', n: 30 }]);
  expect(await world.alarms()).toMatchObject([
    { reason: 'links', company: 1, other: 2 },
    { reason: 'waiting', company: 2, other: 1 },
  ]);
});

it('charges a correction that adds the agreeing identifier', async () => {
  await world.write([victim(1_000, { identifiers: {} })], HONEST);
  await world.write([guesser(100, 'PAN 1000')], ATTACKER);
  expect(await charged()).toEqual([]);
  await world.write([{ ...victim(1_000), version: 2 }], HONEST);
  expect(await charged()).toEqual([{ credential: HONEST, kind: 'link', n: 1 }]);
});

it('charges no correction of a person whose pairs come from a stopped credential of the other company', async () => {
  const people = Array.from({ length: 60 }, (_, n) => victim(1_000 + n));
  await world.write(people, HONEST);
  for (const { individualId } of people)
    await world.write([guesser(individualId - 900, `PAN ${individualId}`)], ATTACKER);
  await world.later(60);
  expect(await world.seen()).toHaveLength(BUDGETS.linksPerHour);
  await world.write(
    people.map((one) => ({ ...one, version: 2, name: 'Lakshmi Aiyer' })),
    HONEST,
  );
  expect((await charged()).map(({ credential }) => credential)).toEqual([ATTACKER]);
  expect((await world.alarms()).map(({ reason }) => reason)).toEqual(['links', 'waiting']);
});

it('charges a correction of a linked person while the other company has no stop', async () => {
  await world.write([victim(1_000)], HONEST);
  await world.write([guesser(100, 'PAN 1000')], ATTACKER);
  await world.later(60);
  await world.write([{ ...victim(1_000), version: 2, name: 'Lakshmi Aiyer' }], HONEST);
  expect(await charged()).toContainEqual({ credential: HONEST, kind: 'correction', n: 1 });
});

it('delays a pair by a day when it loses its PAN before it is shown', async () => {
  const same = { name: 'Lakshmi Iyer', dob: '1984-07-19', address: '12 Temple Street Madurai 625001' };
  await world.write([victim(1_000, { identifiers: { pan: 'PAN 1000', phone: '1' } })], HONEST);
  await world.write([decoy(100, { ...same, identifiers: { pan: 'PAN 1000', phone: '1' } })], ATTACKER);
  await world.later(5);
  await world.write([decoy(100, { ...same, version: 2, identifiers: { phone: '1' } })], ATTACKER);
  await world.later(120);
  expect(await world.seen()).toEqual([]);
  await world.later(BUDGETS.weakPairHours * 60);
  expect(await world.seen()).toHaveLength(1);
});

it('charges the writer of the decoy, even if most writes of the victim are no longer recorded', async () => {
  await world.write([victim(1_000)], HONEST);
  await world.database.sql('DELETE FROM lineage.evidence_writes');
  const corrected = victim(1_000, { version: 2, identifiers: { pan: 'PAN 1000', phone: '1' } });
  await world.write([corrected], HONEST);
  await world.write([guesser(100, 'PAN 1000')], ATTACKER);
  expect(await charged()).toEqual([{ credential: ATTACKER, kind: 'link', n: 1 }]);
});
