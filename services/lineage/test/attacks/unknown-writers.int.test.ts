import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AGREEMENT, BUDGETS } from '../matching-world.ts';
import { decoy, guesser, type ProbingWorld, probingWorld, victim } from './probing-world.ts';

/** Pairs of an agreement, or of imports, that are shown per hour. */
const BULK = 5;
let world: ProbingWorld;

beforeAll(async () => {
  world = await probingWorld({ importLinksPerHour: BULK });
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const numbers = Array.from({ length: 12 }, (_, n) => 1_000 + n);
const people = numbers.map((n) => victim(n));
const guesses = numbers.map((n) => guesser(n - 900, `PAN ${n}`));

it('charges the agreement for pairs with unknown writers, and spreads them over hours', async () => {
  await world.write(people, undefined);
  await world.write(guesses, undefined);
  expect(await world.seen()).toEqual([]);
  await world.later(16);
  expect(await world.seen()).toHaveLength(BULK);
  await world.later(60);
  expect(await world.seen()).toHaveLength(2 * BULK);
  await world.later(60);
  expect(await world.seen()).toHaveLength(12);
  const charged = await world.database.sql(
    'SELECT DISTINCT credential, company_id AS company FROM lineage.match_probes',
  );
  expect(charged).toEqual([{ credential: `agreement:${AGREEMENT.id}`, company: 1 }]);
  expect(await world.alarms()).toMatchObject([{ reason: 'bulk', company: 1, other: 2, events: 10 }]);
  expect(await world.warned()).toEqual([{ company: 1 }, { company: 2 }]);
});

it('delays a pair of unknown writers by a day without equal Aadhaar or PAN', async () => {
  const same = { identifiers: { phone: '1' }, name: 'Lakshmi Iyer', dob: '1984-07-19' };
  await world.write([victim(1_000, same)], undefined);
  await world.write([decoy(100, same)], undefined);
  await world.later(120);
  expect(await world.seen()).toEqual([]);
  await world.later(BUDGETS.weakPairHours * 60);
  expect(await world.seen()).toHaveLength(1);
});

it('charges the agreement for records that waited for a match for more than a day', async () => {
  await world.write(people, 'user:2');
  await world.queue(guesses, 'client:attacker');
  await world.later(25 * 60);
  await world.settle();
  await world.later(16);
  expect(await world.seen()).toHaveLength(BULK);
});

it('does not reduce the budgets of users', async () => {
  await world.write(people.slice(0, 4), undefined);
  await world.write(guesses.slice(0, 4), undefined);
  await world.write(people.slice(4), 'user:2');
  await world.write(guesses.slice(4), 'user:1');
  await world.later(16);
  expect(await world.seen()).toHaveLength(12);
  expect(await world.alarms()).toEqual([]);
});
