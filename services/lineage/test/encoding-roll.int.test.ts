import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { matchWaiting } from '../src/matching/match-waiting.ts';
import type { MatchDeps } from '../src/matching/match-worker.ts';
import { backfill, matchQueued } from '../src/matching/match-worker.ts';
import { installModels, type Models } from '../src/matching/models.ts';
import { switchSpaces } from '../src/matching/roll-spaces.ts';
import { expectedLinks, heldLinks } from './expected-links.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

/** The shipped model, and one for a future encoding. */
function withNewer(models: Models): Models {
  const shipped = models.of(4);
  if (shipped === undefined) throw new Error('no model');
  const newer = { ...shipped, version: 'prior-9', encodingVersion: 5 };
  return {
    ...models,
    encodingVersion: 5,
    all: [shipped, newer],
    of: (version) => [shipped, newer].find(({ encodingVersion }) => encodingVersion === version),
  };
}

const person = (companyId: number, individualId: number, more: Partial<Person> = {}): Person => ({
  companyId,
  individualId,
  version: 1,
  identifiers: { pan: `P${individualId % 5}`, phone: String(individualId % 3) },
  name: ['Karthik Subramanian', 'Lakshmi Iyer'][individualId % 2] ?? '',
  dob: '1980-02-29',
  agreements: individualId % 4 === 0 ? [] : [AGREEMENT.id],
  ...more,
});
const signal = new AbortController().signal;
const spaces = () =>
  world.database.sql<{ scope: string; encoding: number; state: string; records: number }>(
    `SELECT s.scope, s.encoding_version AS encoding, s.state,
       (SELECT count(*)::int FROM lineage.match_records r WHERE r.space_id = s.id) AS records
     FROM lineage.match_spaces s ORDER BY 1, 2`,
  );
const encodings = async () => (await spaces()).map(({ encoding, state }) => `${encoding} ${state}`);
const modelsOfEdges = async () =>
  (
    await world.database.sql<{ model: string }>(
      'SELECT DISTINCT model_version AS model FROM lineage.data_lineage',
    )
  ).map(({ model }) => model);
/** Numbers of stored records and of their spaces. */
const storedRecords = async () => {
  const [row] = await world.database.sql<{ records: number; spaces: number }>(
    `SELECT count(*)::int AS records, count(DISTINCT space_id)::int AS spaces FROM lineage.match_records`,
  );
  return row;
};

describe('a newer encoding', () => {
  it('is written in addition to the old one, back-filled and activated; the old one is dropped', async () => {
    const people = [1, 2].flatMap((company) =>
      Array.from({ length: 12 }, (_, at) => person(company, company * 100 + at)),
    );
    await world.write(people);
    await world.settle();
    const before = await heldLinks(world);
    expect(before.edges.length).toBeGreaterThan(10);
    expect(await encodings()).toEqual(Array(3).fill('4 active'));

    const newer: MatchDeps = { ...world.deps, models: withNewer(world.deps.models) };
    await world.database.db.system((tx) => installModels(tx, newer.models));
    await switchSpaces(newer, testCtx(null));
    // Both spaces must receive changes from before the back-fill.
    const changed = [
      person(1, 150, { identifiers: { pan: 'P1' } }),
      person(2, 201, { version: 2, isErased: true }),
    ];
    await world.write(changed);
    await matchQueued(newer, signal);
    // The thirteenth record with one birth date makes it common, so all records of the company wait again.
    await matchWaiting(newer, testCtx(null), signal, false);
    expect(
      (await spaces()).filter(({ state }) => state === 'building').map(({ records }) => records),
    ).toEqual([1, 1]);
    const model = newer.models.of(4);
    if (model === undefined) throw new Error('no model');
    const meanwhile = await heldLinks(world);
    expect(meanwhile).toEqual(expectedLinks([...world.people.values()], AGREEMENT, model));
    expect(meanwhile).not.toEqual(before);
    expect(await modelsOfEdges()).toEqual([model.version]);

    await backfill(newer, signal);
    expect(await heldLinks(world)).toEqual(meanwhile);
    await switchSpaces(newer, testCtx(null));
    await matchWaiting(newer, testCtx(null), signal, false);
    expect(await heldLinks(world)).toEqual(meanwhile);
    expect(await modelsOfEdges()).toEqual(['prior-9']);
    await world.settleWith(newer);
    const left = await spaces();
    expect(await encodings()).toEqual(Array(3).fill('5 active'));
    expect(await storedRecords()).toEqual({
      records: left.reduce((sum, { records }) => sum + records, 0),
      spaces: 3,
    });
    const entries = await world.database.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM lineage.outbox WHERE topic = 'lineage.audit'`,
    );
    expect(entries[0]?.n).toBeGreaterThan(5);
  });

  it('back-fills people whose features no model scores any more, and keeps their edges until then', async () => {
    // The state after the last migration of a vault that only had handles.
    await world.database.sql(
      `INSERT INTO lineage.data_lineage (company_id, id, scope, lo_company_id, lo_individual_id, hi_company_id,
         hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
         levels, weights, model_version)
       SELECT 1, i, 'intra:1', 1, 100, 1, 100 + i, 'duplicate_detection', 'verified', 0.99, 99, '{pan}', '{}', '{}',
         'identifiers-1' FROM generate_series(1, 3) AS i`,
    );
    await world.database.sql(
      `INSERT INTO lineage.match_backfills (company_id, scope, encoding_version) VALUES (1, 'intra:1', 4)`,
    );
    await world.write([person(1, 100), person(1, 101), person(1, 105, { identifiers: { pan: 'P0' } })]);
    await matchQueued(world.deps, signal);
    expect(await modelsOfEdges()).toEqual(['identifiers-1']);
    await world.settle();
    const model = world.deps.models.of(world.deps.models.encodingVersion);
    if (model === undefined) throw new Error('no model');
    expect(await modelsOfEdges()).toEqual([model.version]);
    expect(await heldLinks(world)).toEqual(expectedLinks([...world.people.values()], AGREEMENT, model));
  });
});
