import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeAgreement } from '../src/matching/follow-agreements.ts';
import { installModels } from '../src/matching/models.ts';
import { dropSpaces } from '../src/matching/roll-spaces.ts';
import { expectedLinks, heldLinks, heldModels } from './expected-links.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(async () => {
  await world.reset();
  world.bulkFrom(1_000_000);
  world.learnFrom(ENOUGH);
});

const ENOUGH = 12;
const NAMES = ['Karthik Subramanian', 'Lakshmi Iyer', 'Harpreet Dhillon', 'Meera Thomas'];

/** Two records per person, the second one with a typing error. */
const people = (from: number, count: number): Person[] =>
  Array.from({ length: count }, (_, at) => {
    const who = Math.floor((from + at) / 2);
    return {
      companyId: 1,
      individualId: 100 + from + at,
      version: 1,
      identifiers: { phone: `98${who}` },
      name: `${NAMES[who % 4]}${(from + at) % 2 === 0 ? '' : 'n'}`,
      dob: `19${50 + (who % 40)}-0${1 + (who % 9)}-1${who % 10}`,
      address: `${1 + who} Temple Street Madurai 625001`,
    };
  });
const spaceModel = async () =>
  (await world.database.sql<{ model: string }>('SELECT model_version AS model FROM lineage.match_spaces'))[0]
    ?.model;
const modelOf = async (scope: string) =>
  (
    await world.database.sql<{ model: string | null }>(
      "SELECT coalesce(model_version, 'prior-5') AS model FROM lineage.match_spaces WHERE scope = $1 AND state = 'active'",
      [scope],
    )
  )[0]?.model;
const modelsOfEdges = async () =>
  (
    await world.database.sql<{ model: string }>(
      'SELECT DISTINCT model_version AS model FROM lineage.data_lineage',
    )
  ).map(({ model }) => model);

/** Makes the matcher count the records of the space, which it does once a minute. */
const count = () => world.database.sql(`UPDATE lineage.match_spaces SET next_count_at = '-infinity'`);

/** Expects the links of the pure engine with the scope's model. @returns the version of that model */
async function held(): Promise<string | undefined> {
  await world.settle();
  const links = await heldLinks(world);
  expect(links).toEqual(expectedLinks([...world.people.values()], AGREEMENT, await heldModels(world)));
  expect(links.edges.length).toBeGreaterThan(0);
  const model = await spaceModel();
  expect(await modelsOfEdges()).toEqual([model]);
  return model;
}

describe('a scope with enough records', () => {
  it('learns a model, keeps it for single records, and learns again when it has doubled', async () => {
    await world.write(people(0, ENOUGH - 2));
    expect(await held()).toBe('prior-5');
    await world.write(people(ENOUGH - 2, 2));
    await world.settle();
    await count();
    const first = await held();
    expect(first).toMatch(/^prior-5\/intra:1\/[0-9a-f]{12}$/);
    await world.write(people(ENOUGH, 4));
    await world.settle();
    await count();
    expect(await held()).toBe(first);
    // A bulk pass before the scope has doubled keeps the model.
    world.bulkFrom(1);
    await world.database.sql(
      `INSERT INTO lineage.match_again (space_id, record_id) SELECT space_id, record_id FROM lineage.match_records`,
    );
    expect(await held()).toBe(first);
    world.bulkFrom(1_000_000);
    await world.write(people(ENOUGH + 4, ENOUGH - 4));
    await world.settle();
    await count();
    const second = await held();
    expect(second).toMatch(/^prior-5\/intra:1\//);
    expect(second).not.toBe(first);
  });

  it('learns the same model from the same records in any order', async () => {
    const learnt = async (some: readonly Person[]) => {
      await world.reset();
      await world.write(some);
      await world.settle();
      await count();
      return held();
    };
    const model = await learnt(people(0, ENOUGH));
    expect(model).toMatch(/^prior-5\/intra:1\//);
    expect(await learnt(people(0, ENOUGH).reverse())).toBe(model);
  });

  it('learns when it has grown by single records, after the next count', async () => {
    for (let from = 0; from < ENOUGH; from += 4) {
      await world.write(people(from, 4));
      await world.settle();
    }
    expect(await held()).toBe('prior-5');
    await count();
    expect(await held()).toMatch(/^prior-5\/intra:1\//);
  });

  it('learns nothing across companies while only one of them has people in the scope', async () => {
    const shared = people(0, ENOUGH).map((person) => ({ ...person, agreements: [AGREEMENT.id] }));
    await world.write(shared);
    await world.settle();
    await count();
    await world.settle();
    world.bulkFrom(1);
    await world.database.sql(
      'INSERT INTO lineage.match_again (space_id, record_id) SELECT space_id, record_id FROM lineage.match_records',
    );
    await world.settle();
    expect(await modelOf('intra:1')).toMatch(/^prior-5\/intra:1\//);
    expect(await modelOf('cross:7')).toBe('prior-5');
    await world.write(shared.slice(0, 2).map((person) => ({ ...person, companyId: 2 })));
    await world.settle();
    const links = await heldLinks(world);
    expect(links).toEqual(expectedLinks([...world.people.values()], AGREEMENT, await heldModels(world)));
    expect(links.edges.filter((edge) => edge.startsWith('cross:7')).length).toBeGreaterThan(1);
  });

  it('is deleted with its learnt model when its agreement ends', async () => {
    const shared = people(0, ENOUGH).map((person) => ({ ...person, agreements: [AGREEMENT.id] }));
    await world.write(shared);
    await world.write(shared.map((person) => ({ ...person, companyId: 2 })));
    await world.settle();
    await count();
    await world.settle();
    const learntBy = async () =>
      (
        await world.database.sql<{ scope: string }>(
          'SELECT DISTINCT scope FROM lineage.match_models WHERE scope IS NOT NULL ORDER BY 1',
        )
      ).map(({ scope }) => scope);
    expect(await learntBy()).toEqual(['cross:7', 'intra:1', 'intra:2']);
    await world.deps.db.system((tx) => closeAgreement(tx, AGREEMENT.id));
    await dropSpaces(world.deps, new AbortController().signal);
    expect(await learntBy()).toEqual(['intra:1', 'intra:2']);
    expect(await modelOf('intra:1')).toMatch(/^prior-5\/intra:1\//);
  });

  it('learns again when its model was stored before models had the commonness of names', async () => {
    await world.write(people(0, ENOUGH));
    await world.settle();
    await count();
    const learnt = await held();
    const former = 'prior-5/intra:1/former';
    await world.database.sql(
      `INSERT INTO lineage.match_models (version, encoding_version, artefact, scope)
       SELECT $1, encoding_version, jsonb_set(artefact - 'commonness', '{version}', to_jsonb($1::text)), scope
       FROM lineage.match_models WHERE version = $2`,
      [former, learnt],
    );
    await world.database.sql('UPDATE lineage.match_spaces SET model_version = $1', [former]);
    await world.write(people(ENOUGH, 2));
    await world.settle();
    const used = await modelsOfEdges();
    expect(used).not.toContain(former);
    expect(used).toContain('prior-5');
    await count();
    expect(await held()).toMatch(/^prior-5\/intra:1\/[0-9a-f]{12}$/);
  });

  it('keeps decisions of reviewers', async () => {
    await world.write(people(0, ENOUGH - 2));
    await world.settle();
    await world.database.sql(
      `INSERT INTO lineage.decisions (company_id, scope, lo_company_id, lo_individual_id, hi_company_id,
         hi_individual_id, verdict, decided_by)
       VALUES (1, 'intra:1', 1, 100, 1, 101, 'rejected', 7), (1, 'intra:1', 1, 102, 1, 104, 'verified', 7)`,
    );
    await world.write(people(ENOUGH - 2, 2));
    await world.settle();
    await count();
    await world.settle();
    expect(await spaceModel()).toMatch(/^prior-5\/intra:1\//);
    const decided = await world.database.sql<{ hi: number; status: string }>(
      `SELECT hi_individual_id AS hi, verification_status AS status FROM lineage.data_lineage
       WHERE (lo_individual_id, hi_individual_id) IN ((100, 101), (102, 104)) ORDER BY 1`,
    );
    expect(decided).toEqual([
      { hi: 101, status: 'rejected' },
      { hi: 104, status: 'verified' },
    ]);
  });

  it('switches to a newer shipped model, and learns from it', async () => {
    await world.write(people(0, ENOUGH));
    await world.settle();
    await count();
    const before = await held();
    const shipped = world.deps.models.of(4);
    if (shipped === undefined) throw new Error('no model');
    const newer = { ...shipped, version: 'prior-9' };
    const models = { ...world.deps.models, encodingVersion: 4, all: [newer], of: () => newer };
    await world.database.db.system((tx) => installModels(tx, models));
    await world.settleWith({ ...world.deps, models });
    expect(before).toMatch(/^prior-5\/intra:1\//);
    expect(await modelsOfEdges()).toEqual(['prior-9']);
    await count();
    await world.settleWith({ ...world.deps, models });
    expect(await modelsOfEdges()).toEqual([await spaceModel()]);
    expect(await spaceModel()).toMatch(/^prior-9\/intra:1\//);
  });
});
