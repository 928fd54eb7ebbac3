import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LiveAgreement } from '../src/scopes/agreement-watch.ts';
import { followAgreements } from '../src/scopes/follow-agreements.ts';
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

/** @param answers what tenancy says, one after the other; the last one from then on */
async function follow(...answers: ReadonlyArray<readonly LiveAgreement[]>): Promise<void> {
  const [...left] = answers;
  const refresh = async () => (left.length > 1 ? left.shift() : left[0]) ?? [];
  const { db } = world.database;
  await followAgreements(db, { refresh }, world.deps.models.encodingVersion, new AbortController().signal);
}

/** What is kept of the agreement: rows of each table, and states of its spaces. */
async function kept() {
  const [row] = await world.database.sql<Record<string, unknown>>(
    `SELECT (SELECT count(*)::int FROM lineage.agreement_scopes) AS sides,
       (SELECT count(*)::int FROM lineage.match_backfills) AS backfills,
       (SELECT count(*)::int FROM lineage.cross_pairs WHERE scope = 'cross:7') AS edges,
       ARRAY(SELECT state FROM lineage.match_spaces WHERE scope = 'cross:7') AS spaces`,
  );
  return row;
}

describe('agreements are followed', () => {
  it('and kept while they are in force', async () => {
    const before = await kept();
    expect(before).toMatchObject({ sides: 2, spaces: ['active'] });
    expect(before?.edges).toBeGreaterThan(0);
    await follow([AGREEMENT]);
    expect(await kept()).toEqual(before);
  });

  it('and cleared when they have ended', async () => {
    await follow([]);
    expect(await kept()).toEqual({ sides: 0, backfills: 0, edges: 0, spaces: ['dropping'] });
  });

  it('though one came into force between two answers, and another process noted it', async () => {
    const before = await kept();
    await follow([], [AGREEMENT]);
    expect(await kept()).toEqual(before);
  });

  it('and a space of one that was forgotten already is cleared', async () => {
    await world.database.sql('DELETE FROM lineage.agreement_scopes');
    await follow([]);
    expect(await kept()).toEqual({ sides: 0, backfills: 0, edges: 0, spaces: ['dropping'] });
  });

  it('and so is a back-fill', async () => {
    await follow([]);
    await world.database.sql(
      `INSERT INTO lineage.match_backfills (company_id, scope, encoding_version) VALUES (1, 'cross:7', 4)`,
    );
    await follow([]);
    expect(await kept()).toMatchObject({ backfills: 0 });
  });
});
