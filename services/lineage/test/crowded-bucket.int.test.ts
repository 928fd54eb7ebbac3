import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY_KINDS } from '../src/scoring/feature-columns.ts';
import { expectedLinks, heldLinks } from './expected-links.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

/** Two words of ten letters that no other record has. */
const nameOf = (id: number): string => {
  const letters = createHash('sha256')
    .update(String(id))
    .digest('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
  return `${letters.slice(0, 10)} ${letters.slice(10, 20)}`;
};
const HOUSE = '12 Temple Street Madurai 625001';
const person = (individualId: number, more: Partial<Person> = {}): Person => ({
  companyId: 1,
  individualId,
  version: 1,
  identifiers: {},
  name: nameOf(individualId),
  ...more,
});
const guests = (count: number, more: Partial<Person>) =>
  Array.from({ length: count }, (_, at) => person(100 + at, more));

/** Writes, and compares the edges with the engine. */
async function edgesAfter(people: readonly Person[]): Promise<readonly string[]> {
  await world.write(people);
  await world.settle();
  const model = world.deps.models.of(world.deps.models.encodingVersion);
  if (model === undefined) throw new Error('no model');
  const held = await heldLinks(world);
  expect(held).toEqual(expectedLinks([...world.people.values()], AGREEMENT, model));
  return held.edges;
}

describe('a bucket that crosses its cap', () => {
  it('unlinks records that only it had linked, and links them again when a record leaves', async () => {
    const cap = KEY_KINDS.find(({ name }) => name === 'house_pin')?.cap ?? 0;
    // Namesakes with only an address: they share the key of house and PIN code.
    const namesakes = [1, 2].map((id) => person(id, { name: 'Karthik Subramanian', address: HOUSE }));
    const areJoined = async (people: readonly Person[]) =>
      (await edgesAfter(people)).some((edge) => edge.includes(' 1:1 1:2 '));
    expect(await areJoined([...namesakes, ...guests(cap - 2, { address: HOUSE })])).toBe(true);
    expect(await areJoined([person(300, { address: HOUSE })])).toBe(false);
    expect(await areJoined([person(300, { version: 2, isErased: true })])).toBe(true);
    // Two records join and one leaves in the same batch.
    const leaver = person(100, { version: 2, isErased: true });
    expect(await areJoined([person(301, { address: HOUSE }), person(302, { address: HOUSE }), leaver])).toBe(
      false,
    );
    expect(await areJoined([person(301, { version: 2, address: '7 Mall Road Amritsar 143001' })])).toBe(true);
  });

  it('makes an identifier count as missing, until a record leaves', async () => {
    world.batch(100);
    const pairAfter = async (people: readonly Person[]) =>
      (await edgesAfter(people)).find((edge) => edge.includes(' 1:1 1:2 '));
    // The equal birth date also links them.
    const twice = { name: 'Lakshmi Iyer', dob: '1980-02-29', address: HOUSE };
    const pair = [
      person(1, { ...twice, identifiers: { phone: '1' } }),
      person(2, { ...twice, identifiers: { phone: '1' } }),
    ];
    const cap = KEY_KINDS.find(({ name }) => name === 'phone')?.cap ?? 0;
    const before = await pairAfter([...pair, ...guests(cap - 2, { identifiers: { phone: '1' } })]);
    expect(before).toMatch(/verified 7,6,5,0,0,2,/);
    const hot = await pairAfter([person(300, { identifiers: { phone: '1' } })]);
    expect(hot).toMatch(/ 7,6,5,0,0,0,/);
    const again = await pairAfter([person(300, { version: 2, identifiers: { phone: '2' } })]);
    expect(again).toBe(before);
  });

  it('asks for no review of records that have only an identifier in common', async () => {
    world.batch(100);
    const cap = KEY_KINDS.find(({ name }) => name === 'phone')?.cap ?? 0;
    const held = await edgesAfter(guests(cap, { identifiers: { phone: '1' } }));
    expect(held).toEqual([]);
  });
});
