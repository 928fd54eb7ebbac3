import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ATTACKER, decoy, HONEST, type ProbingWorld, probingWorld, victim } from './probing-world.ts';

let world: ProbingWorld;

beforeAll(async () => {
  world = await probingWorld({ correctionsPerHour: CORRECTIONS });
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const CORRECTIONS = 3;
const DESK = 'user:1';
const MANY = CORRECTIONS + 1;
const DAY = 24 * 60;
const people = Array.from({ length: MANY }, (_, n) => victim(1_000 + n));
const own = people.map(({ individualId: n }) =>
  decoy(n - 900, { identifiers: { pan: `PAN ${n}`, phone: `${n}` }, name: 'Lakshmi Iyer' }),
);

/** Removes a value of every person, as a withdrawal does. */
async function removePhones(by: string): Promise<void> {
  for (const one of own) {
    const { pan = '' } = one.identifiers;
    await world.write([{ ...one, version: 2, identifiers: { pan } }], by, true);
  }
}

it.each([
  ['from an import', 'import:5', 1],
  ['whose writers are no longer recorded', ATTACKER, 31 * DAY],
])('a desk that handles withdrawals of linked people %s is not stopped', async (_, writer, age) => {
  await world.write(people, HONEST);
  await world.later(age > DAY ? 0 : DAY);
  await world.write(own, writer);
  await world.later(Math.max(age, 61));
  expect(await world.seen()).toHaveLength(MANY);
  await removePhones(DESK);
  expect(await world.alarms()).toEqual([]);
});

it('removals from recently linked records are counted, and raise an alarm', async () => {
  await world.write(people, HONEST);
  await world.write(own, ATTACKER);
  await world.later(2 * DAY);
  expect(await world.seen()).toHaveLength(MANY);
  await removePhones(ATTACKER);
  expect(await world.alarms()).toMatchObject([{ reason: 'corrections', company: 1, other: 2, events: MANY }]);
});

it('removals from decoys that existed before the other record are counted', async () => {
  await world.write(own, ATTACKER);
  await world.later(2 * DAY);
  await world.write(people, HONEST);
  await world.later(2 * DAY);
  await removePhones(ATTACKER);
  expect(await world.alarms()).toMatchObject([{ reason: 'corrections', company: 1, other: 2, events: MANY }]);
});

it('a correction of a person who was linked long ago is counted', async () => {
  await world.write(people, HONEST);
  await world.write(own, 'import:5');
  await world.later(31 * DAY);
  for (const one of own) await world.write([{ ...one, version: 2, name: 'Lakshmi Rao' }], DESK);
  expect(await world.alarms()).toMatchObject([{ reason: 'corrections', company: 1, other: 2, events: MANY }]);
});
