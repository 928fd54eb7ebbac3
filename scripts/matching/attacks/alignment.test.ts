import { levelsOfPattern } from '@pii-vault/lineage/scoring/comparison-levels';
import { allocateColumns } from '@pii-vault/lineage/scoring/feature-columns';
import { clearHotValues } from '@pii-vault/lineage/scoring/key-buckets';
import { linkInBulk } from '@pii-vault/lineage/scoring/link-in-bulk';
import { loadLinkageModel } from '@pii-vault/lineage/scoring/linkage-model';
import { FILTER_WORDS, filterAt } from '@pii-vault/vault/encoding/encoded-rows';
import { describe, expect, it, vi } from 'vitest';
import { setEncoded } from '../evaluate/encode-rows.ts';
import type { GeneratedPerson } from '../evaluate/generated-people.ts';
import { alignmentAttack, similarityGraph } from './alignment-attack.ts';
import { attackedPeople, encodedPeople, nameOf } from './attacked-people.ts';
import { bareFilters } from './bare-filters.ts';
import { type LinkGraph, linkGraphAttack } from './link-graph-attack.ts';

/** The attacker has the country's register; four fifths of it, or all, are customers. */
const few = attackedPeople(450, 7);
const many = attackedPeople(4_000, 7);
const model = loadLinkageModel(new URL('../../../services/lineage/models/prior-5.json', import.meta.url));

vi.setConfig({ testTimeout: 120_000 });

/** Computes filters of people under a secret key. */
type Encoder = (people: readonly GeneratedPerson[], key: string) => Promise<Uint32Array[]>;
const bare: Encoder = async (people, key) => bareFilters(people.map(nameOf), key);
const lineage: Encoder = async (people, key) => {
  const encoded = await encodedPeople(people, key);
  return people.map((_, at) => {
    const bytes = filterAt(encoded, at, 'name') ?? fail();
    return new Uint32Array(bytes.buffer, bytes.byteOffset, FILTER_WORDS);
  });
};

async function graphOf(people: readonly GeneratedPerson[], key: string, encode: Encoder) {
  const names = [...Map.groupBy(people, nameOf)];
  const filters = await encode(
    names.map(([, [person]]) => person ?? fail()),
    key,
  );
  const counts = names.map(([, namesakes]) => namesakes.length);
  return { names: names.map(([name]) => name), counts, graph: similarityGraph(filters, counts) };
}

/** @returns percentage of customers that get their own name */
async function named(
  customers: readonly GeneratedPerson[],
  register: readonly GeneratedPerson[],
  encode: Encoder,
) {
  const stolen = await graphOf(customers, 'stolen', encode);
  const known = await graphOf(register, 'the attacker’s own', encode);
  const found = alignmentAttack(stolen.graph, known.graph);
  const right = stolen.counts.reduce(
    (sum, count, node) => sum + (known.names[found[node] ?? -1] === stolen.names[node] ? count : 0),
    0,
  );
  return (100 * right) / customers.length;
}

describe('alignment of similarities with a register', () => {
  it('names more than 30 % of people by bare filters of an unknown key', async () => {
    expect(await named(few.customers, few.country, bare)).toBeGreaterThan(30);
  });

  // As THREATS.md says of an attacker with the store key.
  it('names people by opened filters of lineage if the register has only customers', async () => {
    expect(await named(few.country, few.country, lineage)).toBeGreaterThan(20);
  });
});

describe('alignment of links with those of a register', () => {
  const linksOf = async (people: readonly GeneratedPerson[], key: string): Promise<LinkGraph> => {
    const encoded = await encodedPeople(people, key);
    const columns = allocateColumns(people.length);
    setEncoded(columns, 0, encoded);
    clearHotValues(columns);
    const links = linkInBulk(columns, model, model.thresholds.pending)
      .filter(({ grade }) => grade !== 'none')
      .map(({ a, b, pattern, grade }) => ({ a, b, label: `${grade} ${levelsOfPattern(pattern)}` }));
    return { count: people.length, links };
  };

  it('re-identifies fewer than 1 % by the edges of a dump', async () => {
    const stolen = await linksOf(many.customers, 'stolen');
    const found = linkGraphAttack(stolen, await linksOf(many.country, 'the attacker’s own'));
    expect(stolen.links.length).toBeGreaterThan(20);
    const right = many.customers.filter((person, at) => many.country[found[at] ?? -1] === person);
    expect((100 * right.length) / many.customers.length).toBeLessThan(1);
  });

  it('finds every person with a unique pattern of links', () => {
    const links = [
      { a: 0, b: 1, label: 'twin' },
      { a: 1, b: 2, label: 'namesake' },
      { a: 3, b: 4, label: 'namesake' },
    ];
    const turned = links.map(({ a, b, label }) => ({ a: 5 - a, b: 5 - b, label }));
    expect([...linkGraphAttack({ count: 6, links }, { count: 6, links: turned })]).toEqual([
      5, 4, 3, -1, -1, -1,
    ]);
  });
});

function fail(): never {
  throw new Error('The fixture lacks a person or a filter');
}
