import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchQueued } from '../src/matching/match-worker.ts';
import { OpenedRows } from '../src/spaces/keys/opened-rows.ts';
import { expectedLinks, heldLinks, heldModels } from './expected-links.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;
beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());

/**
 * In every scope, so that neighbours are queried in advance. Only a PAN links two people: a name gives no token.
 */
const person = (individualId: number, version: number, pan: string): Person => ({
  companyId: 1,
  individualId,
  version,
  identifiers: { pan },
  name: 'Karthik Subramanian',
  agreements: [AGREEMENT.id],
});

/** A process that another one overtakes between storing features and matching them. */
function overtaken(): MatchingWorld['deps'] {
  const { deps, database } = world;
  let transactions = 0;
  return {
    ...deps,
    keys: { ...deps.keys, rows: new OpenedRows() },
    db: {
      async system(work) {
        transactions += 1;
        if (transactions === MATCHING) {
          await world.write([person(2, 2, 'A')]);
          await database.sql(`UPDATE lineage.match_queue SET claimed_until = '-infinity'`);
          await world.settle();
        }
        return database.db.system(work);
      },
    },
  };
}

/** The third transaction, after those of claims and of features. */
const MATCHING = 3;

/** Counts queries of neighbours. */
function counting(deps: MatchingWorld['deps']) {
  const counted = { looks: 0 };
  const system: MatchingWorld['deps']['db']['system'] = (work) =>
    deps.db.system((tx) =>
      work({
        ...tx,
        query: (sql, ...rest) => {
          counted.looks += Number(typeof sql === 'object' && sql.name === 'match_look_around');
          return tx.query(sql, ...rest);
        },
      }),
    );
  return { counted, deps: { ...deps, db: { system } } };
}

it('a batch that another process overtook queries the neighbours of its people again', async () => {
  await world.reset();
  await world.write([person(1, 1, 'A')]);
  await world.settle();
  await world.write([person(2, 1, 'B')]);
  const { counted, deps } = counting(overtaken());
  await matchQueued(deps, new AbortController().signal);
  expect(counted.looks).toBe(2);
  const links = await heldLinks(world);
  expect(links.edges).toHaveLength(1);
  expect(links).toEqual(expectedLinks([...world.people.values()], AGREEMENT, await heldModels(world)));
});

it('a batch that no other one overtook queries neighbours once, before it takes locks', async () => {
  await world.reset();
  await world.write([person(1, 1, 'A')]);
  await world.settle();
  await world.write([person(2, 1, 'A'), person(3, 1, 'B')]);
  const { counted, deps } = counting(world.deps);
  await matchQueued(deps, new AbortController().signal);
  expect(counted.looks).toBe(1);
  expect((await heldLinks(world)).edges).toHaveLength(1);
});
