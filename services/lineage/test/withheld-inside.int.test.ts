import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupDuplicates } from '../src/links/duplicate-groups.ts';
import { entryFor } from '../src/links/entry.ts';
import { isGraded } from '../src/links/grade.ts';
import { graphOf } from '../src/links/graph.ts';
import { graphShares } from '../src/links/graph-shares.ts';
import { entryToProto, groupToProto } from '../src/links/links-proto.ts';
import { listEdges } from '../src/links/list-store.ts';
import { standingKinds, strongestEdges } from '../src/links/strongest-store.ts';
import type { Person } from './fake-features.ts';
import { type MatchingWorld, matchingWorld } from './matching-world.ts';
import { readerIn } from './reader-in.ts';

let world: MatchingWorld;

beforeAll(async () => {
  world = await matchingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const person = (individualId: number, more: Partial<Person> = {}): Person => ({
  companyId: 1,
  individualId,
  version: 1,
  identifiers: { pan: 'A' },
  name: 'Lakshmi Iyer',
  dob: '1984-07-19',
  ...more,
});
const withdrawn = (individualId: number, version: number) =>
  person(individualId, { version, isConsenting: false });

const reader = readerIn([1]);

/** The pairs that a reader of the company sees in lists, exports, duplicates and the graph. */
async function seen() {
  return await world.database.db.tenant({ companies: [1] }, async (tx) => {
    const edges = await listEdges(tx, reader, {}, undefined, 200);
    const kinds = await standingKinds(tx, reader);
    const duplicates = edges.map((edge) => ({ ...edge, isGraded: isGraded(edge) }));
    return {
      entries: edges.map((edge) => entryToProto(entryFor(edge, reader))),
      groups: groupDuplicates(duplicates, []).map(groupToProto),
      links: graphOf(await strongestEdges(tx, reader, graphShares(kinds, reader, 100)), reader, 100).links,
    };
  });
}
async function write(...people: readonly Person[]): Promise<void> {
  await world.write(people);
  await world.settle();
}
const stored = () =>
  world.database.sql<{
    row_version: number;
  }>(`SELECT levels, weights, matching_fields, model_version, probability, confidence_score::float8,
    row_version FROM lineage.data_lineage ORDER BY id`);
const GRADED = { confidenceScore: undefined, grade: 'strong' };

describe.each([
  ['one by one', 1_000_000],
  ['all at once', 2],
])('a pair of a person whose consent is withdrawn, matched %s', (_, bulkFrom) => {
  beforeEach(() => world.bulkFrom(bulkFrom));

  it('shows a grade, but no score, level, weight or field', async () => {
    await write(person(10), person(11));
    expect(await seen()).toMatchObject({
      entries: [{ grade: undefined, matchingFields: ['name', 'dob', 'pan'] }],
    });
    await write(withdrawn(11, 2));
    expect(await seen()).toMatchObject({
      entries: [{ ...GRADED, matchingFields: [] }],
      groups: [{ similarity: undefined, grade: 'strong', duplicateFields: [] }],
      links: [GRADED],
    });
    expect(await stored()).toMatchObject([
      {
        levels: [],
        weights: [],
        matching_fields: [],
        model_version: '',
        probability: 0.9,
        confidence_score: 90,
      },
    ]);
  });

  it('does not change with corrections of the other record', async () => {
    await write(person(10), person(11));
    await write(withdrawn(11, 2));
    const before = [await seen(), await stored()];
    for (const [n, dob] of ['1984-07-18', '1990-01-01', '1984-07-19'].entries())
      await write(person(10, { version: 2 + n, dob }));
    expect([await seen(), await stored()]).toEqual(before);
  });

  it('keeps its grade when another identifier agrees later', async () => {
    const phone = { identifiers: { phone: '1' } };
    const other = person(11, { identifiers: { phone: '1', pan: 'A' } });
    await write(person(10, phone), other);
    await write({ ...other, version: 2, isConsenting: false });
    const before = await stored();
    expect(before).toMatchObject([{ confidence_score: 60 }]);
    await write(person(10, { version: 2, identifiers: { phone: '1', pan: 'A' } }));
    expect(await stored()).toEqual(before);
  });

  it('is not made after the withdrawal, unlike those of other people', async () => {
    await write(withdrawn(11, 1));
    await write(person(10), person(12));
    const { entries } = await seen();
    expect(entries).toMatchObject([{ individualId: 10, relatedIndividualId: 12, grade: undefined }]);
  });

  it('shows its evidence again when consent is given again', async () => {
    await write(person(10), person(11));
    const before = await stored();
    await write(withdrawn(11, 2));
    await write(person(11, { version: 3 }));
    const after = await stored();
    expect(after).toMatchObject(before.map(({ row_version: _, ...rest }) => rest));
    expect(await seen()).toMatchObject({ entries: [{ grade: undefined }] });
  });
});

it('a back-fill adds people whose consent was withdrawn before', async () => {
  await write(person(10), person(11));
  world.people.set('1:11', withdrawn(11, 1));
  await world.database.sql(`INSERT INTO lineage.match_backfills (company_id, scope, encoding_version)
    SELECT 1, scope, encoding_version FROM lineage.match_spaces WHERE scope = 'intra:1'`);
  await world.settle();
  expect(await seen()).toMatchObject({ entries: [GRADED] });
});
