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

const HOUSE = '12 Temple Street Madurai 625001';
const person = (individualId: number, more: Partial<Person> = {}): Person => ({
  companyId: 1,
  individualId,
  version: 1,
  identifiers: {},
  name: `Guest${individualId} Number${individualId * 31}`,
  ...more,
});
const guests = (count: number, more: Partial<Person>) =>
  Array.from({ length: count }, (_, at) => person(100 + at, more));

/** Writes, and holds what is there then against the engine. */
async function edgesAfter(people: readonly Person[]): Promise<readonly string[]> {
  await world.write(people);
  await world.settle();
  const model = world.deps.models.of(2);
  if (model === undefined) throw new Error('no model');
  const held = await heldLinks(world);
  expect(held).toEqual(expectedLinks([...world.people.values()], AGREEMENT, model));
  return held.edges;
}

describe('a bucket that crosses its cap', () => {
  it('lets go of those whom only it had joined, and joins them again when somebody leaves', async () => {
    // Namesakes of one house, nothing else: house and code join up to 20.
    const namesakes = [1, 2].map((id) => person(id, { name: 'Karthik Subramanian', address: HOUSE }));
    expect(await edgesAfter([...namesakes, ...guests(18, { address: HOUSE })])).toHaveLength(1);
    expect(await edgesAfter([person(300, { address: HOUSE })])).toHaveLength(0);
    expect(await edgesAfter([person(300, { version: 2, isErased: true })])).toHaveLength(1);
    // Two come and one goes at once.
    expect(
      await edgesAfter([
        person(301, { address: HOUSE }),
        person(302, { address: HOUSE }),
        person(100, { version: 2, isErased: true }),
      ]),
    ).toHaveLength(0);
    expect(
      await edgesAfter([person(301, { version: 2, address: '7 Mall Road Amritsar 143001' })]),
    ).toHaveLength(1);
  });

  it('makes an identifier count as missing, and count again', async () => {
    const twice = { name: 'Lakshmi Iyer', dob: '1980-02-29' };
    const pair = [
      person(1, { ...twice, identifiers: { phone: '1' } }),
      person(2, { ...twice, identifiers: { phone: '1' } }),
    ];
    const [before] = await edgesAfter([...pair, ...guests(198, { identifiers: { phone: '1' } })]);
    expect(before).toMatch(/verified 6,0,4,0,0,2,/);
    const [hot] = await edgesAfter([person(300, { identifiers: { phone: '1' } })]);
    expect(hot).toMatch(/ 6,0,4,0,0,0,/);
    const [again] = await edgesAfter([person(300, { version: 2, identifiers: { phone: '2' } })]);
    expect(again).toBe(before);
  }, 60_000);
});
