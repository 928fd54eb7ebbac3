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

const RIGHT = '1984-07-19';
const DATES = ['1984-07-18', RIGHT, '1950-01-01', '1984-07-20'];
const ADDRESS = '12 Temple Street Madurai 625001';

/** One decoy of the victim per guessed date. */
const decoys = DATES.map((dob, n) =>
  decoy(100 + n, { identifiers: { pan: 'PAN 1000' }, name: 'Lakshmi Iyer', address: ADDRESS, dob }),
);
const stripped = decoys.map((one) => ({ ...one, version: 2, identifiers: {} }));

async function shownByPan(): Promise<void> {
  await world.write([victim(1_000)], HONEST);
  await world.write(decoys, ATTACKER);
  await world.later(60);
  expect(await world.seen()).toHaveLength(DATES.length);
}

it.each([
  ['record by record', 1_000_000],
  ['in a bulk pass', 1],
])('removing the PAN discloses no date before the delay of a weak pair ends, %s', async (_, bulkFrom) => {
  world.bulkFrom(1_000_000);
  await shownByPan();
  world.bulkFrom(bulkFrom);
  await world.write(stripped, ATTACKER);
  expect(await world.seen()).toHaveLength(DATES.length);
  // A second match before the batch does not delay the removal of a pair, with the right or a wrong date.
  await world.later(5);
  await world.write(
    stripped.map((one) => ({ ...one, version: 3 })),
    ATTACKER,
  );
  await world.later(11);
  expect(await world.seen()).toEqual([]);
  await world.settle();
  await world.later(BUDGETS.weakPairHours * 60 - 30);
  expect(await world.seen()).toEqual([]);
  await world.later(60);
  const people = (await world.seen()).map(({ individualId }) => individualId);
  expect(people).toContain(101);
  expect(people).not.toContain(102);
});

it('charges the pair that names and dates still link after the PAN is removed', async () => {
  await shownByPan();
  await world.write(stripped, ATTACKER);
  await world.later(16);
  await world.settle();
  const charges = await world.database.sql<{ kind: string; n: number }>(
    `SELECT kind, count(*)::int AS n FROM lineage.match_probes WHERE credential = $1 GROUP BY 1 ORDER BY 1`,
    [ATTACKER],
  );
  expect(charges[0]).toEqual({ kind: 'correction', n: DATES.length });
  expect(charges[1]?.n).toBeGreaterThan(DATES.length);
});

it('keeps a pair with a decision, and one whose PAN is added again before the batch', async () => {
  await shownByPan();
  const edge = (await world.seen()).find(({ individualId }) => individualId === 102);
  await world.database.sql(
    `INSERT INTO lineage.decisions (company_id, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id,
       verdict, decided_by, decided_at)
     SELECT 1, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id, 'verified', 9, now()
     FROM lineage.data_lineage WHERE company_id = 1 AND id = $1`,
    [edge?.id],
  );
  await world.write(stripped, ATTACKER);
  await world.later(5);
  await world.write([{ ...guesser(101, 'PAN 1000'), version: 3 }], ATTACKER);
  await world.later(60);
  await world.settle();
  expect((await world.seen()).map(({ individualId }) => individualId).sort()).toEqual([101, 102]);
});
