import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { summarise } from '../src/links/figures-store.ts';
import { reachedCompanies } from '../src/links/list-reached.ts';
import { matchWaiting } from '../src/matching/match-waiting.ts';
import { matchQueued } from '../src/matching/match-worker.ts';
import { switchSpaces } from '../src/matching/roll-spaces.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';
import { readerIn } from './reader-in.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const PEOPLE = 300;
/** Each person is twice in company 1 and once in company 2. */
const register: Person[] = Array.from({ length: 3 * PEOPLE }, (_, at) => ({
  companyId: at % 3 === 2 ? 2 : 1,
  individualId: 1 + at,
  version: 1,
  identifiers: { pan: `pan ${Math.floor(at / 3)}` },
  name: 'Karthik Subramanian',
  agreements: [AGREEMENT.id],
}));
const reader = readerIn([1, 2], { listed: [1], agreements: [AGREEMENT.id] });

async function figures() {
  const { db, sql } = world.database;
  const summary = await db.tenant({ companies: [1] }, (tx) => summarise(tx, reader));
  const own = register.filter(({ companyId }) => companyId === 1);
  const reached = await reachedCompanies(db, reader, own);
  const [queue] = await sql<{ n: number }>('SELECT count(*)::int AS n FROM lineage.match_queue');
  return { waiting: queue?.n ?? 0, within: summary.within, cross: summary.cross, reached: reached.length };
}

describe('during an import', () => {
  it.each([
    ['one by one', 1_000_000],
    ['in bulk', 10],
  ])('figures include the records so far, matched %s', async (_way, bulkFrom) => {
    world.bulkFrom(bulkFrom);
    world.batch(5);
    world.together(Number.POSITIVE_INFINITY);
    await world.write(register);
    await world.database.sql('UPDATE lineage.agreement_scopes SET disclosure_minutes = 0');
    // The smaller company first, so that each batch of the larger one is a large part of all records.
    await world.database.sql(`UPDATE lineage.match_queue SET queued_at = '2020-01-01' WHERE company_id = 2`);
    const signal = new AbortController().signal;
    const seen = [await figures()];
    await switchSpaces(world.deps, testCtx(null));
    for (let more = true; more; ) {
      more = await matchQueued(world.deps, signal);
      await matchWaiting(world.deps, testCtx(null), signal, more);
      await world.disclose();
      seen.push(await figures());
    }
    const during = seen.filter(({ waiting }) => waiting > 0 && waiting < register.length);
    expect(during.length).toBeGreaterThan(0);
    expect(during.some(({ within }) => within > 0 && within < PEOPLE)).toBe(true);
    expect(during.some(({ cross, reached }) => cross > 0 && reached > 0)).toBe(true);
    expect(seen.at(-1)).toEqual({ waiting: 0, within: PEOPLE, cross: 2 * PEOPLE, reached: 2 * PEOPLE });
  });
});
