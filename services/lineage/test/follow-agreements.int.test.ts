import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followAgreements } from '../src/matching/follow-agreements.ts';
import type { LiveAgreement } from '../src/spaces/scopes/agreement-watch.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(async () => {
  await world.reset();
  await world.write([person(1, 10), person(2, 20)]);
  await world.settle();
});

const person = (companyId: number, individualId: number): Person => ({
  companyId,
  individualId,
  version: 1,
  identifiers: { pan: 'A' },
  agreements: [AGREEMENT.id],
});

/** @param answers the answers of tenancy in order; the last one repeats */
async function follow(...answers: ReadonlyArray<readonly LiveAgreement[]>): Promise<void> {
  const [...left] = answers;
  const refresh = async () => (left.length > 1 ? left.shift() : left[0]) ?? [];
  const { db } = world.database;
  await followAgreements(db, { refresh }, world.deps.models.encodingVersion, new AbortController().signal);
}

/** Stored rows of the agreement by table, and states of its spaces. */
async function kept() {
  const [row] = await world.database.sql<Record<string, unknown>>(
    `SELECT (SELECT count(*)::int FROM lineage.agreement_scopes) AS sides,
       (SELECT count(*)::int FROM lineage.match_backfills) AS backfills,
       (SELECT count(*)::int FROM lineage.cross_pairs WHERE scope = 'cross:7') AS edges,
       ARRAY(SELECT state FROM lineage.match_spaces WHERE scope = 'cross:7') AS spaces`,
  );
  return row;
}

describe('following agreements', () => {
  it('keeps an agreement that is in force', async () => {
    const before = await kept();
    expect(before).toMatchObject({ sides: 2, spaces: ['active'] });
    expect(before?.edges).toBeGreaterThan(0);
    await follow([AGREEMENT]);
    expect(await kept()).toEqual(before);
  });

  it('clears an agreement that has ended', async () => {
    await follow([]);
    expect(await kept()).toEqual({ sides: 0, backfills: 0, edges: 0, spaces: ['dropping'] });
  });

  it('keeps an agreement that another process stored between two answers', async () => {
    const before = await kept();
    await follow([], [AGREEMENT]);
    expect(await kept()).toEqual(before);
  });

  it('clears a space whose agreement is not stored any more', async () => {
    await world.database.sql('DELETE FROM lineage.agreement_scopes');
    await follow([]);
    expect(await kept()).toEqual({ sides: 0, backfills: 0, edges: 0, spaces: ['dropping'] });
  });

  it('clears a back-fill of an ended agreement', async () => {
    await follow([]);
    await world.database.sql(
      `INSERT INTO lineage.match_backfills (company_id, scope, encoding_version) VALUES (1, 'cross:7', 4)`,
    );
    await follow([]);
    expect(await kept()).toMatchObject({ backfills: 0 });
  });
});
