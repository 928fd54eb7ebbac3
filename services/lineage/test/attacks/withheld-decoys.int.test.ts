import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../fake-features.ts';
import { type MatchingWorld, matchingWorld } from '../matching-world.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const PERSON = 10;
const NEIGHBOUR = 30;
const TRUE_YEAR = 1984;

const person = (more: Partial<Person> = {}): Person => ({
  companyId: 1,
  individualId: PERSON,
  version: 1,
  identifiers: { phone: '1' },
  name: 'Lakshmi Iyer',
  dob: `${TRUE_YEAR}-07-19`,
  ...more,
});
/** Name and phone of the person, and a guess of the birth date. */
const decoy = (individualId: number, year: number, version = 1): Person =>
  person({ individualId, version, dob: `${year}-07-19` });

async function write(...people: readonly Person[]): Promise<void> {
  await world.write(people);
  await world.settle();
}
interface SeenEdge {
  readonly lo: number;
  readonly hi: number;
}
const edges = () =>
  world.database.sql<SeenEdge>(
    `SELECT lo_individual_id AS lo, hi_individual_id AS hi, verification_status, confidence_score::float8, row_version,
       levels, matching_fields FROM lineage.data_lineage
     WHERE ${PERSON} IN (lo_individual_id, hi_individual_id) ORDER BY 1, 2`,
  );
const entity = () =>
  world.database.sql<{ individual_id: number }>(
    `SELECT individual_id FROM lineage.entities WHERE entity_id IN
       (SELECT entity_id FROM lineage.entities WHERE individual_id = ${PERSON}) ORDER BY 1`,
  );
/** What the company's staff see of the person. */
const seen = async () => ({ edges: await edges(), entity: await entity() });
const NOTHING = { edges: [], entity: [] };

describe.each([
  ['one by one', 1_000_000],
  ['all at once', 2],
])('a decoy of a person whose consent is withdrawn, matched %s', (_, bulkFrom) => {
  beforeEach(() => world.bulkFrom(bulkFrom));

  it('pairs with the person while consent is live', async () => {
    await write(person(), decoy(20, TRUE_YEAR));
    expect(await edges()).toMatchObject([{ lo: PERSON, hi: 20 }]);
  });

  it('does not pair with any of thirty birth years, in new records and in corrections of one', async () => {
    await write(person({ version: 1, isConsenting: false }));
    await write(...Array.from({ length: 15 }, (_, n) => decoy(100 + n, TRUE_YEAR - 7 + n)));
    for (let n = 0; n < 15; n += 1) await write(decoy(20, TRUE_YEAR - 7 + n, 1 + n));
    expect(await seen()).toEqual(NOTHING);
  });

  it('keeps the grade of a pair that it had before, with any later birth date', async () => {
    await write(person(), decoy(20, TRUE_YEAR));
    await write(person({ version: 2, isConsenting: false }));
    const before = await seen();
    expect(before.edges).toHaveLength(1);
    for (const [n, year] of [1950, TRUE_YEAR, 1999].entries()) {
      await write(decoy(20, year, 2 + n));
      expect(await seen()).toEqual(before);
    }
  });

  it('shows no levels of a pair that the withdrawing write itself unlinks', async () => {
    await write(person(), decoy(20, TRUE_YEAR));
    await write(
      person({ version: 2, isConsenting: false }),
      person({
        individualId: 20,
        version: 2,
        identifiers: { phone: '2' },
        name: 'Meera Thomas',
        dob: '1950-01-02',
      }),
    );
    expect(await edges()).toMatchObject([{ levels: [], matching_fields: [] }]);
  });

  it('loses the pair when one of the two records is erased', async () => {
    await write(person(), decoy(20, TRUE_YEAR), person({ individualId: NEIGHBOUR }));
    await write(person({ version: 2, isConsenting: false }));
    await write({ ...decoy(20, TRUE_YEAR, 2), isErased: true });
    expect((await edges()).map(({ hi }) => hi)).toEqual([NEIGHBOUR]);
    await write({ ...person({ version: 3 }), isErased: true });
    expect(await seen()).toEqual(NOTHING);
  });

  it('pairs again when consent is given again', async () => {
    await write(person({ isConsenting: false }));
    await write(decoy(20, TRUE_YEAR));
    expect(await seen()).toEqual(NOTHING);
    await write(person({ version: 2 }));
    expect(await edges()).toHaveLength(1);
  });
});
