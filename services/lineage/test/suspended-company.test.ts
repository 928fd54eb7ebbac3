import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lineageModule } from '../src/module.ts';
import { fakeNeighbours } from './fake-neighbours.ts';

const neighbours = fakeNeighbours();
let world: TestWorld;

beforeAll(async () => {
  world = await bootModules([...neighbours.modules, lineageModule], {
    env: { LINEAGE_SUSPENDED_REST_MS: '1500' },
  });
});
afterAll(() => world.stop());

const pair = (companyId: number, agreements: number[] = []) =>
  [1, 2].map((n) => ({
    companyId,
    individualId: companyId * 10 + n,
    version: 1,
    identifiers: { pan: 'A' },
    name: 'Karthik Subramanian',
    agreements,
  }));

/** Waits until companies have exactly these numbers of edges, and only those in `open` have queued work. */
async function linked(edges: Record<number, number>, open: number[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await world.sql<{ companyId: number; n: number }>(
        'SELECT company_id AS "companyId", count(*)::int AS n FROM lineage.data_lineage GROUP BY 1 ORDER BY 1',
      );
      expect(Object.fromEntries(rows.map(({ companyId, n }) => [companyId, n]))).toEqual(edges);
      const waiting = await world.sql<{ id: number }>(
        `SELECT company_id AS id FROM lineage.match_queue
         UNION SELECT company_id FROM lineage.match_backfills ORDER BY 1`,
      );
      expect(waiting.map(({ id }) => id)).toEqual(open);
    },
    { timeout: 60_000, interval: 50 },
  );
}

describe('a suspended company', () => {
  it('waits without delaying others, and is matched when the suspension ends', async () => {
    neighbours.suspended.add(1);
    await neighbours.write([...pair(1, [5]), ...pair(2, [5, 6]), ...pair(3, [6])]);
    neighbours.agreements = [
      { id: 5, companyId: 1, otherCompanyId: 2 },
      { id: 6, companyId: 2, otherCompanyId: 3 },
    ];
    await world.drain();
    // One edge inside each of 2 and 3, four between them; nothing of 1.
    await linked({ 2: 5, 3: 5 }, [1]);
    neighbours.suspended.clear();
    await linked({ 1: 5, 2: 9, 3: 5 }, []);
  });
});
