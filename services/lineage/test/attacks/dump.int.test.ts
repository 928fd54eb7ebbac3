import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../fake-features.ts';
import { type MatchingWorld, matchingWorld } from '../matching-world.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const PEOPLE = 12;

/** People with the same surname and street: an attack joins records by shared values. */
const people = Array.from(
  { length: PEOPLE },
  (_, at): Person => ({
    companyId: 1,
    individualId: at + 1,
    version: 1,
    identifiers: { phone: `98${String(at).padStart(8, '0')}` },
    name: `${['Ravi', 'Meena', 'Kiran', 'Latha'][at % 4]} Murugan`,
    dob: `19${70 + at}-03-04`,
    address: `${1 + (at % 3)} Temple Street Madurai 625001`,
  }),
);

const columnsOf = async (table: string): Promise<string[]> => {
  const rows = await world.database.sql<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
      WHERE table_schema = 'lineage' AND table_name = '${table}' ORDER BY column_name`,
  );
  return rows.map(({ column_name }) => column_name);
};

/** The attacks in scripts/matching/attacks assume that a dump contains no more than this. */
describe.each([
  ['written one by one', 1_000_000],
  ['written in bulk', 1],
])('a dump of lineage, %s', (_, bulkFrom) => {
  beforeEach(async () => {
    world.bulkFrom(bulkFrom);
    world.batch(PEOPLE / 2);
    await world.write(people);
    await world.settle();
  });

  it('contains records only sealed, and tokens only with a pseudonym', async () => {
    expect(await columnsOf('match_tokens')).toEqual(['member', 'token']);
    expect(await columnsOf('match_records')).toEqual(
      [
        'company_id',
        'individual_id',
        'record_id',
        'sealed',
        'space_id',
        'store_key_version',
        'version',
      ].sort(),
    );
  });

  it('repeats no pseudonym in token rows, and contains no token in sealed records', async () => {
    const rows = await world.database.sql<{ member: string; token: string }>(
      `SELECT member::text AS member, encode(int8send(token), 'hex') AS token FROM lineage.match_tokens`,
    );
    expect(rows.length).toBeGreaterThan(3 * PEOPLE);
    expect(new Set(rows.map(({ member }) => member)).size).toBe(rows.length);
    const records = await world.database.sql<{ sealed: string }>(
      `SELECT encode(sealed, 'hex') AS sealed FROM lineage.match_records`,
    );
    const sealed = records.map((row) => row.sealed).join();
    expect(records.length).toBe(PEOPLE);
    for (const { token } of rows) {
      const bytes = Buffer.from(token, 'hex');
      expect(sealed).not.toContain(bytes.toString('hex'));
      expect(sealed).not.toContain(bytes.reverse().toString('hex'));
    }
  });

  it('stores tokens in their order, not in the order of records', async () => {
    const rows = await world.database.sql<{ token: string }>(
      `SELECT token::text AS token FROM lineage.match_tokens ORDER BY ctid`,
    );
    const tokens = rows.map((row) => Number(row.token));
    const runs = 1 + tokens.filter((token, at) => token < (tokens[at - 1] ?? token)).length;
    expect(runs).toBeLessThanOrEqual(2);
  });
});
