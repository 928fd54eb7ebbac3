import { describe, expect, it } from 'vitest';
import { checkEffects } from './check-effects.ts';
import { change, findingsAfter, type World, written } from './testing/sound-world.ts';

const found = (plant: (world: World) => void) =>
  findingsAfter(plant, ({ history, stored }) => checkEffects([...history.people.values()], stored));

interface OfField {
  readonly individualId: number;
  readonly code: number;
}
const isName = ({ individualId, code }: OfField) => individualId === 11 && code === 5;
const isEmail = ({ individualId, code }: OfField) => individualId === 11 && code === 3;
const anything = () => true;
const GAP =
  'every effect once: fields with a version gap or without exactly one active version (1): type 5 of 1/11';

describe('effects', () => {
  it('of acknowledged writes exist exactly once', () => {
    expect(found(() => undefined)).toEqual([]);
  });

  it.each<[string, (world: World) => void, string[]]>([
    ['a gap in versions', ({ stored }) => change(stored.fields, isName, { lastVersion: 2 }), [GAP]],
    ['no active version', ({ stored }) => change(stored.fields, isName, { active: 0 }), [GAP]],
    ['two active versions', ({ stored }) => change(stored.fields, isName, { active: 2 }), [GAP]],
    [
      'a correction lost',
      ({ stored }) => change(stored.fields, isEmail, { versions: 1, lastVersion: 1 }),
      ['no acknowledged write lost: corrections that are missing (1): 1/11'],
    ],
    [
      'a correction applied twice',
      ({ stored }) => change(stored.fields, isEmail, { versions: 3, lastVersion: 3 }),
      ['every effect once: corrections that were applied twice (1): 1/11'],
    ],
    [
      'a change that did not reach lineage',
      ({ stored }) => change(stored.matched, anything, { version: 1 }),
      ['every effect once: changes that did not reach lineage (1): 1/11 version 2'],
    ],
    [
      'a person that did not reach lineage',
      ({ stored }) => void stored.matched.shift(),
      ['every effect once: changes that did not reach lineage (1): 1/11 version 2'],
    ],
    [
      'an edge twice',
      ({ stored }) => void stored.edges.push(...stored.edges.map((edge) => ({ ...edge, scope: 'cross:2' }))),
      ['every effect once: pairs with more than one edge (1): cross 1/11-2/21'],
    ],
    [
      'half an edge',
      ({ stored }) => change(stored.edges, anything, { companies: [1] }),
      ['every effect once: edges that are not one row per viewing company (1): cross:1 1/11-2/21'],
    ],
    [
      'an edge of two ids',
      ({ stored }) => change(stored.edges, anything, { ids: [7, 8] }),
      ['every effect once: edges that are not one row per viewing company (1): cross:1 1/11-2/21'],
    ],
    [
      'an edge inside a company that another company sees',
      ({ stored }) => change(stored.edges, anything, { scope: 'intra:1' }),
      ['every effect once: edges that are not one row per viewing company (1): intra:1 1/11-2/21'],
    ],
    [
      'an edge lost',
      ({ stored }) => void stored.edges.pop(),
      ['every effect once: people with the same PAN without an edge (1): 1/11-2/21'],
    ],
  ])('with a fault are reported: %s', (_, plant, named) => {
    expect(found(plant)).toEqual(named);
  });

  it.each([1, 2])('of an unanswered correction may exist or not: version %i', (version) => {
    const unanswered = ({ history, stored }: World) => {
      history.people
        .get('2/B-1')
        ?.values.get('email')
        ?.push({ ...written('b'), answeredAt: undefined });
      const isHis = ({ individualId, code }: OfField) => individualId === 21 && code === 3;
      change(stored.fields, isHis, { versions: version, lastVersion: version });
    };
    expect(found(unanswered)).toEqual([]);
  });

  it('need no edge to a person whose withdrawal is in flight', () => {
    const withdrawn = ({ history, stored }: World) => {
      const binod = history.people.get('2/B-1');
      if (binod !== undefined) binod.withdrawal = { sentAt: 20, answeredAt: undefined };
      stored.edges.pop();
    };
    expect(found(withdrawn)).toEqual([]);
  });
});
