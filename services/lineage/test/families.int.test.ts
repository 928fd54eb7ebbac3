import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from './fake-features.ts';
import { type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const HOMES = [
  '12 Temple Street Madurai 625001',
  '7 Mall Road Amritsar 143001',
  '3 Marine Drive Kochi 682031',
];
const SURNAMES = ['Subramanian', 'Dhillon', 'Thomas'];
const CHILDREN = ['1991-11-03', '1994-04-17', '1989-08-30'];

/** Parents and twins with the same surname, phone and address; the twins have the same birth date. */
const households = (): Person[] =>
  HOMES.flatMap((address, home) => {
    const surname = SURNAMES[home] ?? '';
    const born = CHILDREN[home] ?? '';
    const one = (place: number, first: string, dob: string): Person => ({
      companyId: 1,
      individualId: 100 * home + place,
      version: 1,
      identifiers: { phone: `phone ${home}` },
      name: `${first} ${surname}`,
      dob,
      address,
    });
    return [
      one(1, 'Karthik', `196${home}-02-11`),
      one(2, 'Meenakshi', `196${home}-12-25`),
      one(3, 'Lakshmi', born),
      one(4, 'Raghav', born),
    ];
  });

async function edges(): Promise<Array<{ lo: number; hi: number; status: string }>> {
  return await world.database.sql(
    `SELECT lo_individual_id AS lo, hi_individual_id AS hi, verification_status AS status
     FROM lineage.data_lineage ORDER BY 1, 2`,
  );
}
const verified = async () =>
  (await edges()).filter(({ status }) => status === 'verified').map(({ lo, hi }) => [lo, hi]);

describe.each([
  ['one by one', 1_000_000],
  ['in bulk', 1],
])('families, matched %s', (_way, bulkFrom) => {
  beforeEach(() => world.bulkFrom(bulkFrom));

  it('are not verified as one person, not even twins; two records of one member are', async () => {
    const family = households();
    await world.write(family);
    await world.settle();
    expect(await verified()).toEqual([]);
    expect(await world.database.sql('SELECT FROM lineage.entities')).toEqual([]);
    await world.write(family.map((person) => ({ ...person, individualId: person.individualId + 1_000 })));
    await world.settle();
    expect(await verified()).toEqual(
      family
        .map(({ individualId }) => [individualId, individualId + 1_000])
        .sort(([a = 0], [b = 0]) => a - b),
    );
  });

  it('are never verified with different PAN or Aadhaar, whatever else agrees', async () => {
    const [one] = households();
    if (one === undefined) throw new Error('there is a household');
    const alike = (individualId: number, identifiers: Person['identifiers']) => ({
      ...one,
      individualId,
      identifiers: { ...one.identifiers, email: 'k@example.com', ...identifiers },
    });
    await world.write([
      alike(1, { pan: 'A', aadhaar: 'X' }),
      alike(2, { pan: 'B', aadhaar: 'X' }),
      alike(3, { pan: 'A', aadhaar: 'Y' }),
    ]);
    await world.settle();
    expect((await edges()).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  });

  it('cannot be distinguished when name, address and birth date are equal and no identifier differs', async () => {
    const [one] = households();
    if (one === undefined) throw new Error('there is a household');
    await world.write([
      { ...one, identifiers: {} },
      { ...one, individualId: 9, identifiers: {} },
    ]);
    await world.settle();
    expect(await verified()).toEqual([[1, 9]]);
  });
});
