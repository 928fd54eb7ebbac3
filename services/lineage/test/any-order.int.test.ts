import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectedLinks, heldLinks, heldModels } from './expected-links.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** Few values, so that people share them. The bucket of the crowd's house has a cap of 12. */
const fields = fc.record({
  name: fc.constantFrom('Karthik Subramanian', 'Karthik Subramaniam', 'Lakshmi Iyer', 'Harpreet Singh'),
  dob: maybe(fc.constantFrom('1980-02-29', '1991-11-03')),
  address: maybe(fc.constantFrom('12 Temple Street Madurai 625001', '7 Mall Road Amritsar 143001')),
  pan: maybe(fc.constantFrom('A', 'B')),
  phone: maybe(fc.constantFrom('1', '2')),
  email: maybe(fc.constantFrom('x', 'y', 'z')),
  other_id: maybe(fc.constantFrom('office', 'k1')),
  isLinked: fc.boolean(),
});
type Fields = typeof fields extends fc.Arbitrary<infer T> ? T : never;

const personOf = (key: number, version: number, given: Fields, isErased = false): Person => ({
  companyId: 1 + (key % 2),
  individualId: 100 + key,
  version,
  identifiers: Object.fromEntries(
    (['pan', 'phone', 'email', 'other_id'] as const).flatMap((field) =>
      given[field] === undefined ? [] : [[field, given[field]]],
    ),
  ),
  name: given.name,
  ...(given.dob === undefined ? {} : { dob: given.dob }),
  ...(given.address === undefined ? {} : { address: given.address }),
  agreements: given.isLinked ? [AGREEMENT.id] : [],
  isErased,
});

/** One of the crowd in the first house. Shares a name with some people, and `common` with the rest of the crowd. */
const neighbour = (key: number, common: 'date' | 'id' | undefined): Person => ({
  companyId: 1,
  individualId: 500 + key,
  version: 1,
  identifiers: common === 'id' ? { other_id: 'office' } : {},
  ...(common === 'date' ? { dob: '1980-02-29' } : {}),
  name: key % 7 === 0 ? 'Karthik Subramanian' : `Guest${key} Number${key * 31}`,
  address: '12 Temple Street Madurai 625001',
});

const history = fc
  .tuple(
    fc.array(fc.tuple(fields, maybe(fields), fc.integer({ min: 0, max: 9 })), { minLength: 3, maxLength: 9 }),
    fc.constantFrom(0, 0, 8, 10, 11, 12, 14),
    fc.constantFrom(0, 3),
    maybe(fc.constantFrom('date', 'id')),
  )
  .map(([people, crowd, leaving, common]) => {
    const versions = people.flatMap(([first, second, fate], key) => [
      personOf(key, 1, first),
      ...(second === undefined ? [] : [personOf(key, 2, second)]),
      ...(fate === 0 ? [personOf(key, 3, first, true)] : []),
    ]);
    const crowds = Array.from({ length: crowd }, (_, key) => neighbour(key, common));
    const leavers = crowds
      .slice(0, Math.min(crowd, leaving))
      .map((one) => ({ ...one, version: 2, isErased: true }));
    return { arrivals: [...versions, ...crowds], leavers };
  });
const plan = fc.record({
  history,
  order: fc.array(fc.nat(9_999), { minLength: 64, maxLength: 64 }),
  batches: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 }),
  crashes: fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 12 }),
  workers: fc.constantFrom(1, 1, 2),
  together: fc.constantFrom(1, 3, 1_000),
});

/** In any order. Older versions of a person may arrive late, as on the bus; the vault always sends the newest. */
function shuffled(arrivals: readonly Person[], order: readonly number[]): Person[] {
  return arrivals
    .map((person, at) => ({ person, rank: (order[at % order.length] ?? 0) * 1_000 + at }))
    .sort((a, b) => a.rank - b.rank || a.person.version - b.person.version)
    .map(({ person }) => person);
}

function newest(people: readonly Person[]): Person[] {
  const last = new Map<string, Person>();
  for (const person of people) {
    const key = `${person.companyId}:${person.individualId}`;
    if ((last.get(key)?.version ?? 0) < person.version) last.set(key, person);
  }
  return [...last.values()];
}

async function arrive(people: readonly Person[], batches: readonly number[], workers: number): Promise<void> {
  let from = 0;
  for (let batch = 0; from < people.length; batch += 1) {
    const size = batches[batch % batches.length] ?? 1;
    const known = newest(people.slice(0, from + size));
    const changed = new Set(
      people.slice(from, from + size).map((one) => `${one.companyId}:${one.individualId}`),
    );
    await world.write(known.filter((one) => changed.has(`${one.companyId}:${one.individualId}`)));
    await world.settle(workers);
    from += size;
  }
}

/** Runs plans and compares the results with the engine. @returns the number of edges of all plans */
async function hold(bulkFrom: fc.Arbitrary<number>, numRuns: number, learnFrom = 1_000_000): Promise<number> {
  world.learnFrom(learnFrom);
  let linked = 0;
  await fc.assert(
    fc.asyncProperty(plan, bulkFrom, async ({ history: { arrivals, leavers }, ...way }, from) => {
      await world.reset();
      world.crashAt(way.crashes);
      world.bulkFrom(from);
      world.together(way.together);
      const all = [...shuffled(arrivals, way.order), ...leavers];
      await arrive(all, way.batches, way.workers);
      const expected = expectedLinks(newest(all), AGREEMENT, await heldModels(world));
      expect(await heldLinks(world)).toEqual(expected);
      linked += expected.edges.length;
    }),
    { numRuns },
  );
  return linked;
}

describe('edges and entities equal those of the pure engine', () => {
  it('for any order, batches and crashes', async () => {
    expect(await hold(fc.constant(1_000_000), 30)).toBeGreaterThan(50);
  });

  // From this number of waiting records on, batches wait and are matched together.
  it('for records matched in bulk and one by one', async () => {
    expect(await hold(fc.constantFrom(1, 3), 5)).toBeGreaterThan(5);
  });

  // The crowd's house then gives no pairs, and records that share only a word of the name and a year are not
  // compared.
  it('when one shared key of some kinds is not enough to compare', async () => {
    world.neverAlone(['word_year', 'house_pin']);
    expect(await hold(fc.constantFrom(1, 1_000_000), 12)).toBeGreaterThan(15);
    world.neverAlone([]);
  });

  it('for any models that scopes learn meanwhile', async () => {
    expect(await hold(fc.constantFrom(1, 3), 5, 6)).toBeGreaterThan(5);
  });
});
