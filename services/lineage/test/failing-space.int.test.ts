import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchTurn } from '../src/matching/match-turn.ts';
import { OpenedRows } from '../src/spaces/keys/opened-rows.ts';
import type { Person } from './fake-features.ts';
import { type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;
beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());

const person = (companyId: number): Person => ({
  companyId,
  individualId: companyId,
  version: 1,
  identifiers: { pan: 'A' },
  name: 'Karthik Subramanian',
});
const waiting = () =>
  world.database.sql<{ scope: string }>(
    'SELECT s.scope FROM lineage.match_again JOIN lineage.match_spaces s ON s.id = space_id ORDER BY 1',
  );

it('a space that cannot be matched is reported, and does not delay others', async () => {
  await world.reset();
  await world.write([person(1), person(2)]);
  await world.settle();
  await world.database.sql(
    `UPDATE lineage.match_records SET sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) WHERE company_id = 1`,
  );
  await world.database.sql(
    'INSERT INTO lineage.match_again (space_id, record_id) SELECT space_id, record_id FROM lineage.match_records',
  );
  const deps = { ...world.deps, keys: { ...world.deps.keys, rows: new OpenedRows() } };
  const turn = matchTurn(deps, new AbortController().signal);
  await expect(turn).rejects.toMatchObject({ reason: 'SEALED_INTEGRITY' });
  expect(await waiting()).toEqual([{ scope: 'intra:1' }]);
});
