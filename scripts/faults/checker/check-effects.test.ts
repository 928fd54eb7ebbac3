import { describe, expect, it } from 'vitest';
import { checkEffects } from './check-effects.ts';
import { afterPlant, change, said, type World } from './testing/sound-world.ts';

const found = (plant: (world: World) => void) =>
  afterPlant(plant, ({ told, held }) => checkEffects([...told.people.values()], held));

interface OfField {
  readonly individualId: number;
  readonly code: number;
}
const isName = ({ individualId, code }: OfField) => individualId === 11 && code === 5;
const isEmail = ({ individualId, code }: OfField) => individualId === 11 && code === 3;
const anything = () => true;
const GAP =
  'every effect once: fields with a gap in their versions, or not one active one (1): type 5 of 1/11';

describe('effects', () => {
  it('of what was acknowledged are there once', () => {
    expect(found(() => undefined)).toEqual([]);
  });

  it.each<[string, (world: World) => void, string[]]>([
    ['a gap in versions', ({ held }) => change(held.fields, isName, { lastVersion: 2 }), [GAP]],
    ['no active version', ({ held }) => change(held.fields, isName, { active: 0 }), [GAP]],
    ['two active versions', ({ held }) => change(held.fields, isName, { active: 2 }), [GAP]],
    [
      'a correction lost',
      ({ held }) => change(held.fields, isEmail, { versions: 1, lastVersion: 1 }),
      ['no acknowledged write lost: corrections that are not there (1): 1/11'],
    ],
    [
      'a correction made twice',
      ({ held }) => change(held.fields, isEmail, { versions: 3, lastVersion: 3 }),
      ['every effect once: corrections that were made twice (1): 1/11'],
    ],
    [
      'a change that lineage was not told of',
      ({ held }) => change(held.matched, anything, { version: 1 }),
      ['every effect once: changes of people of which lineage does not know (1): 1/11 version 2'],
    ],
    [
      'a person that lineage was not told of',
      ({ held }) => void held.matched.shift(),
      ['every effect once: changes of people of which lineage does not know (1): 1/11 version 2'],
    ],
    [
      'an edge twice',
      ({ held }) => void held.edges.push(...held.edges.map((edge) => ({ ...edge, scope: 'cross:2' }))),
      ['every effect once: pairs with more than one edge (1): cross 1/11-2/21'],
    ],
    [
      'half an edge',
      ({ held }) => change(held.edges, anything, { companies: [1] }),
      ['every effect once: edges that are not one row per viewing company (1): cross:1 1/11-2/21'],
    ],
    [
      'an edge of two ids',
      ({ held }) => change(held.edges, anything, { ids: [7, 8] }),
      ['every effect once: edges that are not one row per viewing company (1): cross:1 1/11-2/21'],
    ],
    [
      'an edge inside of a company that another one sees',
      ({ held }) => change(held.edges, anything, { scope: 'intra:1' }),
      ['every effect once: edges that are not one row per viewing company (1): intra:1 1/11-2/21'],
    ],
    [
      'an edge lost',
      ({ held }) => void held.edges.pop(),
      ['every effect once: people with one PAN whom no edge links (1): 1/11-2/21'],
    ],
  ])('are named: %s', (_, plant, named) => {
    expect(found(plant)).toEqual(named);
  });

  it.each([1, 2])('of a correction that was not answered may be there or not: version %i', (version) => {
    const unanswered = ({ told, held }: World) => {
      told.people
        .get('2/B-1')
        ?.values.get('email')
        ?.push({ ...said('b'), answeredAt: undefined });
      const isHis = ({ individualId, code }: OfField) => individualId === 21 && code === 3;
      change(held.fields, isHis, { versions: version, lastVersion: version });
    };
    expect(found(unanswered)).toEqual([]);
  });

  it('are no edges to whom consent is being withdrawn', () => {
    const withdrawn = ({ told, held }: World) => {
      const binod = told.people.get('2/B-1');
      if (binod !== undefined) binod.withdrawal = { sentAt: 20, answeredAt: undefined };
      held.edges.pop();
    };
    expect(found(withdrawn)).toEqual([]);
  });
});
