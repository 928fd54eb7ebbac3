import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Claims, claimBehind, claimNext, isQueueLong } from '../src/matching/claims-store.ts';
import { type MatchDeps, matchQueued } from '../src/matching/match-worker.ts';
import { enqueueChanged, enqueueErased } from '../src/matching/queue-store.ts';
import { expectedLinks, heldLinks, heldModels } from './expected-links.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;
const BULK_FROM = 1_000_000;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(async () => {
  world.bulkFrom(BULK_FROM);
  world.together(1);
  world.batch(2);
  await world.reset();
});

const signal = new AbortController().signal;
const named = (companyId: number, from: number, many: number, version = 1) =>
  Array.from({ length: many }, (_, at) => ({ companyId, individualId: from + at, version }));
const queue = (people: ReturnType<typeof named>) =>
  world.database.db.system((tx) => enqueueChanged(tx, people));
const arrivals = async () => {
  const rows = await world.database.sql<{ companyId: number; people: number[] }>(
    'SELECT company_id AS "companyId", individual_ids AS people FROM lineage.match_arrivals ORDER BY id',
  );
  return rows.map(({ companyId, people }) => [companyId, people.length]);
};
const alone = async () => {
  const rows = await world.database.sql<{ id: number }>(
    'SELECT individual_id AS id FROM lineage.match_queue ORDER BY 1',
  );
  return rows.map(({ id }) => id);
};
const idsOf = (claims: Claims | undefined) => claims?.people.map(({ individualId }) => individualId);

/** Links by PAN only. Has consent to the agreement by default. */
const person = (companyId: number, individualId: number, more: Partial<Person> = {}): Person => ({
  ...{ companyId, individualId, version: 1, name: 'Karthik Subramanian', agreements: [AGREEMENT.id] },
  identifiers: { pan: `P${individualId % 10}` },
  ...more,
});
const allLinks = () =>
  heldModels(world).then((models) => expectedLinks([...world.people.values()], AGREEMENT, models));

describe('a queued record', () => {
  it('shares a row with up to 199 others of its event, from twenty records on', async () => {
    await queue([...named(1, 100, 450), ...named(2, 1_000, 19), ...named(3, 2_000, 20)]);
    expect(await arrivals()).toEqual([
      [1, 200],
      [1, 200],
      [1, 50],
      [3, 20],
    ]);
    expect(await alone()).toEqual(named(2, 1_000, 19).map(({ individualId }) => individualId));
  });

  it('has a separate row with the newest version when it has changed', async () => {
    await queue([...named(1, 100, 25), ...named(1, 100, 1, 3), ...named(1, 100, 1, 2)]);
    expect(await arrivals()).toEqual([[1, 24]]);
    expect(await world.database.sql('SELECT individual_id AS id, version FROM lineage.match_queue')).toEqual([
      { id: 100, version: 3 },
    ]);
  });

  it('leaves the shared row of its company when it changes', async () => {
    await queue([...named(1, 100, 30), ...named(2, 100, 30)]);
    await queue(named(1, 110, 5, 2));
    expect(await arrivals()).toEqual([
      [1, 25],
      [2, 30],
    ]);
    await world.database.db.system((tx) => enqueueErased(tx, named(2, 100, 30)));
    expect(await arrivals()).toEqual([[1, 25]]);
  });
});

const claim = (limit: number, throttled: number[] = []) =>
  world.database.db.system((tx) => claimNext(tx, limit, throttled));

describe('a claim', () => {
  it('takes the records that wait longest, from single and shared rows', async () => {
    await queue(named(1, 100, 30));
    await queue(named(2, 200, 3));
    await queue(named(3, 300, 30));
    await world.database.sql(`UPDATE lineage.match_queue SET queued_at = now() + interval '1 second'`);
    await world.database.sql(
      `UPDATE lineage.match_arrivals SET queued_at = now() + interval '2 seconds' WHERE company_id = 3`,
    );
    expect(idsOf(await claim(200, [1]))).toEqual([200, 201, 202]);
    expect(idsOf(await claim(200))).toHaveLength(30);
    expect((await claim(200))?.companyId).toBe(3);
    expect(await claim(200)).toBeUndefined();
  });

  it('takes rows in order until it has enough people, and the next one continues after them', async () => {
    await queue(named(1, 500, 40));
    await queue(named(1, 100, 40));
    await queue(named(1, 300, 40));
    await world.database.db.system(async (tx) => {
      const first = await claimNext(tx, 50, []);
      expect(idsOf(first)).toEqual(
        [...named(1, 500, 40), ...named(1, 100, 40)].map(({ individualId }) => individualId),
      );
      if (first === undefined) return;
      expect(await isQueueLong(tx, first, 39)).toBe(true);
      expect(await isQueueLong(tx, first, 40)).toBe(false);
      expect(idsOf(await claimBehind(tx, 1, first, []))).toHaveLength(40);
      expect(await claimBehind(tx, 1, first, [])).toBeUndefined();
    });
  });

  it('takes changed records before new ones, however long these wait, and counts both', async () => {
    await queue([...named(1, 100, 30), ...named(1, 500, 10, 2)]);
    await world.database.sql(`UPDATE lineage.match_arrivals SET queued_at = '2020-01-01'`);
    await world.database.db.system(async (tx) => {
      const first = await claimNext(tx, 4, []);
      expect(idsOf(first)).toEqual([500, 501, 502, 503]);
      if (first === undefined) return;
      expect(await isQueueLong(tx, first, 35)).toBe(true);
      expect(await isQueueLong(tx, first, 36)).toBe(false);
      const others = await claimBehind(tx, 10, first, []);
      expect(idsOf(others)).toHaveLength(6);
      const arrived = await claimNext(tx, 4, []);
      expect(idsOf(arrived)).toHaveLength(30);
      // Changed records stay in the queue until they are matched.
      if (arrived !== undefined) expect(await isQueueLong(tx, arrived, 9)).toBe(true);
    });
  });

  it('locks only the rows it takes, and skips a company whose rows are all claimed', async () => {
    for (const from of [100, 200, 300]) await queue(named(1, from, 20));
    await queue(named(2, 400, 20));
    await world.database.db.system(async (one) => {
      expect(idsOf(await claimNext(one, 1, []))).toEqual(
        named(1, 100, 20).map(({ individualId }) => individualId),
      );
      await world.database.db.system(async (other) => {
        expect((await claimNext(other, 40, []))?.arrivals).toHaveLength(2);
        expect((await claim(1))?.companyId).toBe(2);
        expect(await claim(1)).toBeUndefined();
      });
    });
  });
});

/** The world's deps. Runs `meanwhile` after the vault's first answer. */
function interrupted(meanwhile: () => Promise<void>): MatchDeps {
  let isFirst = true;
  return {
    ...world.deps,
    features: {
      async *pullFeatures(ctx, request) {
        yield* world.deps.features.pullFeatures(ctx, request);
        if (isFirst) {
          isFirst = false;
          await meanwhile();
        }
      },
    },
  };
}

describe('records in a shared row', () => {
  it('are matched like records in single rows', async () => {
    await world.write([person(1, 11), person(1, 21), person(2, 31), person(2, 12)]);
    expect(await arrivals()).toEqual([
      [1, 2],
      [2, 2],
    ]);
    await world.settle();
    expect(await arrivals()).toEqual([]);
    expect((await heldLinks(world)).edges.length).toBe(3);
    expect(await heldLinks(world)).toEqual(await allLinks());
  });

  it('are matched once after two events, which one claim takes', async () => {
    world.batch(4);
    for (let time = 0; time < 2; time += 1) await world.write([person(1, 11), person(1, 21)]);
    expect(await arrivals()).toEqual([
      [1, 2],
      [1, 2],
    ]);
    await world.settle();
    expect(await arrivals()).toEqual([]);
    expect((await heldLinks(world)).edges).toHaveLength(1);
    await queue([...named(1, 100, 20), ...named(1, 100, 20)]);
    expect(await arrivals()).toEqual([[1, 20]]);
  });

  it('are not stored from an outdated answer when they have been changed and matched since', async () => {
    await world.write([person(2, 31)]);
    await world.settle();
    await world.write([person(1, 11), person(1, 21)]);
    await matchQueued(
      interrupted(async () => {
        await world.write([person(1, 11, { version: 2, agreements: [] })]);
        await world.settle();
      }),
      signal,
    );
    await world.settle();
    expect(await heldLinks(world)).toEqual(await allLinks());
    const across = await world.database.sql<{ id: number }>(
      `SELECT individual_id AS id FROM lineage.match_records r JOIN lineage.match_spaces s ON s.id = r.space_id
       WHERE s.scope = 'cross:7' ORDER BY 1`,
    );
    expect(across.map(({ id }) => id)).toEqual([21, 31]);
  });

  it('are left to the worker that has claimed them since', async () => {
    await world.write([person(1, 11), person(1, 21)]);
    await matchQueued(
      interrupted(async () => {
        await world.database.sql(
          "UPDATE lineage.match_arrivals SET claimed_until = now() + interval '1 minute'",
        );
      }),
      signal,
    );
    expect(await arrivals()).toEqual([[1, 2]]);
    expect(await world.database.sql('SELECT FROM lineage.match_records')).toEqual([]);
    expect(await claim(10)).toBeUndefined();
  });

  it('are released at once while their company is suspended', async () => {
    await world.write([person(1, 11), person(1, 21)]);
    const suspended: MatchDeps = {
      ...world.deps,
      features: {
        pullFeatures() {
          throw new AppError('FAILED_PRECONDITION', 'COMPANY_SUSPENDED', 'The company is suspended');
        },
      },
    };
    await matchQueued(suspended, signal);
    expect(idsOf(await claim(10))).toEqual([11, 21]);
  });
});

describe('records that wait for a bulk pass', () => {
  const together = async () => {
    const rows = await world.database.sql<{ n: number }>(
      'SELECT cardinality(record_ids) AS n FROM lineage.match_again_together ORDER BY 1',
    );
    return rows.map(({ n }) => n);
  };

  it.each([
    ['all at once', 1],
    ['one by one when no pass runs', BULK_FROM],
  ])('share one row per space, and are matched %s', async (_way, bulkFrom) => {
    world.bulkFrom(1);
    await world.write([person(1, 11), person(1, 21), person(1, 31), person(2, 12), person(2, 22)]);
    while (await matchQueued(world.deps, signal));
    const waiting = await together();
    expect(waiting.length).toBeGreaterThan(0);
    world.bulkFrom(bulkFrom);
    await world.settle();
    expect(await together()).toEqual([]);
    expect(await heldLinks(world)).toEqual(await allLinks());
  });
});
