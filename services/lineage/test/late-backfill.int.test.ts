import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeAgreement } from '../src/matching/follow-agreements.ts';
import { backfill, type MatchDeps, matchQueued } from '../src/matching/match-worker.ts';
import { dropSpaces } from '../src/matching/roll-spaces.ts';
import { openAgreements } from '../src/spaces/scopes/agreement-store.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());

const person = (companyId: number, individualId: number, agreements: readonly number[]): Person => ({
  companyId,
  individualId,
  version: 1,
  identifiers: { pan: 'A' },
  name: 'Karthik Subramanian',
  agreements,
});
const signal = new AbortController().signal;

/** People stored in the scope of the agreement. */
async function heldAcross(): Promise<number[]> {
  const rows = await world.database.sql<{ id: number }>(
    `SELECT r.individual_id AS id FROM lineage.match_records r JOIN lineage.match_spaces s ON s.id = r.space_id
     WHERE s.scope = 'cross:7' ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

/** People that the person of company 1 is linked with across companies. */
async function linksOf(individualId: number): Promise<number[]> {
  const rows = await world.database.sql<{ id: number }>(
    `SELECT DISTINCT hi_individual_id AS id FROM lineage.cross_pairs
     WHERE scope = 'cross:7' AND lo_individual_id = ${individualId}`,
  );
  return rows.map(({ id }) => id);
}

/** Runs on the first call only. */
const once = (work: () => Promise<void>) => vi.fn(async () => {}).mockImplementationOnce(work);

/** Runs `meanwhile` between the vault's answer to a back-fill of company 1 and its storage. */
function interrupted(meanwhile: () => Promise<void>): MatchDeps {
  return {
    ...world.deps,
    features: {
      async *pullFeatures(ctx, request) {
        yield* world.deps.features.pullFeatures(ctx, request);
        if (request.selection?.$case === 'range' && request.companyId === 1) await meanwhile();
      },
    },
  };
}

/** A vault that does not know the agreement yet. */
const unaware = (): MatchDeps => ({
  ...world.deps,
  features: {
    async *pullFeatures(ctx, request) {
      for await (const { features } of world.deps.features.pullFeatures(ctx, request))
        yield { people: [], features: features.filter(({ scope }) => scope !== 'cross:7') };
    },
  },
});

describe('a back-fill whose answer is stored late', () => {
  beforeEach(async () => {
    await world.reset();
    await world.database.sql('DELETE FROM lineage.agreement_scopes');
    world.batch(100);
    await world.write([person(1, 10, [7]), person(1, 11, [7]), person(2, 20, [7])]);
    await world.settle();
    await world.database.db.system((tx) =>
      openAgreements(tx, [AGREEMENT], world.deps.models.encodingVersion),
    );
  });

  it('does not add a person whose consent was withdrawn meanwhile', async () => {
    const meanwhile = once(async () => {
      await world.write([person(1, 10, [])]);
      await matchQueued(world.deps, signal);
    });
    await backfill(interrupted(meanwhile), signal);
    expect(meanwhile).toHaveBeenCalled();
    await world.settle();
    expect(await heldAcross()).toEqual([11, 20]);
    expect(await world.database.sql('SELECT FROM lineage.match_backfill_seen')).toEqual([]);
  });

  it('adds all others, also those that change while it runs', async () => {
    await backfill(
      interrupted(async () => {
        await world.write([{ ...person(1, 11, [7]), version: 2, name: 'Karthik Subramaniam' }]);
        await matchQueued(world.deps, signal);
      }),
      signal,
    );
    await world.settle();
    expect(await heldAcross()).toEqual([10, 11, 20]);
  });

  it('adds people that the vault reported before it knew the agreement', async () => {
    await world.write([person(1, 12, [7])]);
    await matchQueued(unaware(), signal);
    await world.settle();
    expect(await heldAcross()).toEqual([10, 11, 12, 20]);
  });

  it('does not miss people that the vault reports without the agreement after the back-fill', async () => {
    await world.settle();
    await world.write([person(1, 12, [7])]);
    await matchQueued(unaware(), signal);
    await world.settle();
    expect(await heldAcross()).toEqual([10, 11, 12, 20]);
    expect(await linksOf(12)).toEqual([20]);
  });

  it.each(['before its features are stored', 'after'])(
    'leaves a record whose claim has expired to the next worker, %s',
    async (when) => {
      await world.settle();
      await world.write([person(1, 12, [7])]);
      const lose = () =>
        world.database.sql("UPDATE lineage.match_queue SET claimed_until = now() + interval '1 minute'");
      const { edgeIds, features } = world.deps;
      const take = vi.spyOn(edgeIds, 'take');
      if (when === 'after')
        take.mockImplementationOnce(async (count) => {
          await lose();
          return await edgeIds.take(count);
        });
      const late: MatchDeps = {
        ...world.deps,
        features: {
          async *pullFeatures(ctx, request) {
            yield* features.pullFeatures(ctx, request);
            if (when !== 'after') await lose();
          },
        },
      };
      await matchQueued(late, signal);
      const kept = await world.database.sql('SELECT FROM lineage.match_queue WHERE claimed_until > now()');
      expect(kept).toHaveLength(1);
      await world.database.sql("UPDATE lineage.match_queue SET claimed_until = '-infinity'");
      await world.settle();
      expect(await heldAcross()).toEqual([10, 11, 12, 20]);
      take.mockRestore();
    },
  );

  it('waits for an answer that has all people of a batch under the agreement', async () => {
    await world.settle();
    await world.write([person(1, 12, [7]), person(1, 13, [7])]);
    let isDone = false;
    await matchQueued(
      {
        ...world.deps,
        features: {
          async *pullFeatures(ctx, request) {
            for await (const { features } of world.deps.features.pullFeatures(ctx, request))
              yield {
                people: [],
                features: features.filter(
                  (one) => isDone || one.scope !== 'cross:7' || one.individualId !== 12,
                ),
              };
            isDone = true;
          },
        },
      },
      signal,
    );
    expect(await heldAcross()).toEqual([10, 11, 12, 13, 20]);
    expect(await world.database.sql('SELECT FROM lineage.match_backfills')).toEqual([]);
  });

  it('is skipped while the agreement is being closed, and removed with it', async () => {
    const closing: MatchDeps = {
      ...world.deps,
      features: {
        pullFeatures(ctx, request) {
          if (request.scopes?.includes('cross:7') === true)
            throw new AppError(
              'FAILED_PRECONDITION',
              'SCOPE_CLOSED',
              'The linking agreement is not in force',
            );
          return unaware().features.pullFeatures(ctx, request);
        },
      },
    };
    await backfill(closing, signal);
    expect(await heldAcross()).toEqual([]);
    await world.database.db.system((tx) => closeAgreement(tx, AGREEMENT.id));
    expect(await world.database.sql('SELECT FROM lineage.match_backfills')).toEqual([]);
  });

  it('waits while the records of its scope from before it was reopened are deleted', async () => {
    await world.settle();
    const { db } = world.database;
    await db.system((tx) => closeAgreement(tx, AGREEMENT.id));
    await db.system((tx) => openAgreements(tx, [AGREEMENT], world.deps.models.encodingVersion));
    await world.write([person(1, 12, [7])]);
    await matchQueued(world.deps, signal);
    await backfill(world.deps, signal);
    await dropSpaces(world.deps, signal);
    expect(await heldAcross()).toEqual([]);
    await world.settle();
    expect(await heldAcross()).toEqual([10, 11, 12, 20]);
    expect(await linksOf(12)).toEqual([20]);
  });

  it('starts over when its scope was reopened, and ignores the position of an earlier answer', async () => {
    world.batch(1);
    const { db } = world.database;
    const answered = vi.fn(async () => {});
    answered.mockImplementationOnce(async () => {});
    answered.mockImplementationOnce(async () => {
      await db.system((tx) => closeAgreement(tx, AGREEMENT.id));
      await dropSpaces(world.deps, signal);
      await db.system((tx) => openAgreements(tx, [AGREEMENT], world.deps.models.encodingVersion));
    });
    await backfill(interrupted(answered), signal);
    expect(await heldAcross()).toEqual([10, 11, 20]);
  });

  it('starts over when its scope was closed and reopened before the first answer is stored', async () => {
    await world.write([person(1, 12, [7])]);
    await matchQueued(world.deps, signal);
    const { db } = world.database;
    const reopened = once(async () => {
      await db.system((tx) => closeAgreement(tx, AGREEMENT.id));
      await db.system((tx) => openAgreements(tx, [AGREEMENT], world.deps.models.encodingVersion));
    });
    await backfill(interrupted(reopened), signal);
    const stand =
      'SELECT company_id AS id, after_individual_id AS after FROM lineage.match_backfills ORDER BY 1';
    expect(await world.database.sql(stand)).toEqual([1, 2].map((id) => ({ id, after: 0 })));
    await dropSpaces(world.deps, signal);
    expect(await heldAcross()).toEqual([]);
    await world.settle();
    expect(await heldAcross()).toEqual([10, 11, 12, 20]);
  });

  it('changes nothing when another worker has added all people meanwhile', async () => {
    const meanwhile = once(async () => {
      await backfill(world.deps, signal);
      await world.write([person(1, 10, [])]);
      await matchQueued(world.deps, signal);
    });
    await backfill(interrupted(meanwhile), signal);
    expect(meanwhile).toHaveBeenCalled();
    expect(await heldAcross()).toEqual([11, 20]);
  });
});
