import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectedLinks, heldLinks } from './expected-links.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** People whose names resemble no other name. */
const guest = (id: number, more: Partial<Person>): Person => ({
  companyId: 1,
  individualId: 100 + id,
  version: 1,
  identifiers: {},
  name: `${LETTERS.slice(id % 20, (id % 20) + 6)}x ${LETTERS.slice((id * 7) % 20, ((id * 7) % 20) + 5)}q`,
  ...more,
});
const namesake = (id: number, more: Partial<Person>): Person =>
  guest(id, { name: 'Karthik Subramanian', ...more });

/** Writes, compares the edges with the engine, and returns the level of a field between two people. */
async function levelAfter(people: readonly Person[], field: number): Promise<number | undefined> {
  await world.write(people);
  await world.settle();
  const model = world.deps.models.of(world.deps.models.encodingVersion);
  if (model === undefined) throw new Error('no model');
  const held = await heldLinks(world);
  expect(held).toEqual(expectedLinks([...world.people.values()], AGREEMENT, model));
  const [edge] = await world.database.sql<{ levels: number[] }>(
    'SELECT levels FROM lineage.data_lineage WHERE lo_individual_id = 101 AND hi_individual_id = 102',
  );
  return edge?.levels[field];
}

const DOB = 2;
const OTHER_ID = 8;
const ADDRESS = '12 Temple Street Madurai 625001';

describe.each([
  ['one by one', 1_000_000],
  ['in bulk', 1],
])('a value that more than twelve share, matched %s', (_way, bulkFrom) => {
  beforeEach(() => world.bulkFrom(bulkFrom));

  it('counts as missing when it is a date of birth, until one of the thirteen changes or is erased', async () => {
    const dob = '1985-07-15';
    const two = [1, 2].map((id) => namesake(id, { dob, address: ADDRESS }));
    const others = Array.from({ length: 10 }, (_, at) => guest(10 + at, { dob }));
    expect(await levelAfter([...two, ...others], DOB)).toBeGreaterThan(3);
    expect(await levelAfter([guest(30, { dob })], DOB)).toBe(0);
    expect(await levelAfter([guest(30, { dob, version: 2, isErased: true })], DOB)).toBeGreaterThan(3);
    expect(await levelAfter([guest(31, { dob })], DOB)).toBe(0);
    expect(await levelAfter([guest(31, { dob: '1985-07-16', version: 2 })], DOB)).toBeGreaterThan(3);
  });

  it('counts as missing when it is another identifier, and gives no pairs', async () => {
    const identifiers = { other_id: 'OFFICE 7' };
    const two = [1, 2].map((id) => namesake(id, { identifiers, address: ADDRESS }));
    const others = Array.from({ length: 10 }, (_, at) => guest(10 + at, { identifiers }));
    expect(await levelAfter([...two, ...others], OTHER_ID)).toBe(2);
    expect(await levelAfter([guest(30, { identifiers })], OTHER_ID)).toBe(0);
    // Two namesakes without an address then share no key.
    const homeless = [40, 41].map((id) => namesake(id, { identifiers }));
    await levelAfter(homeless, OTHER_ID);
    const edges = await world.database.sql(
      'SELECT FROM lineage.data_lineage WHERE lo_individual_id = 140 AND hi_individual_id = 141',
    );
    expect(edges).toEqual([]);
  });

  it('counts again when the space has grown so much that the value is rare', async () => {
    const dob = '1985-07-15';
    const two = [1, 2].map((id) => namesake(id, { dob, address: ADDRESS }));
    const others = Array.from({ length: 11 }, (_, at) => guest(10 + at, { dob }));
    expect(await levelAfter([...two, ...others], DOB)).toBe(0);
    const many = Array.from({ length: 640 }, (_, at) =>
      guest(1_000 + at, { name: `${'abcdefghij'[at % 10]}${at}zz ${at}yy` }),
    );
    world.batch(200);
    expect(await levelAfter(many, DOB)).toBeGreaterThan(3);
  });
});
