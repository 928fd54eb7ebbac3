import { describe, expect, it } from 'vitest';
import { checkPeople } from './check-people.ts';
import { afterPlant, change, type World } from './testing/sound-world.ts';

const found = (plant: (world: World) => void) =>
  afterPlant(plant, ({ told, listed, held }) => checkPeople(told.people.values(), listed, held.people));
const isAsha = ({ individualId }: { readonly individualId: number }) => individualId === 11;

describe('people', () => {
  it('of a sound vault are those that were told', () => {
    expect(found(() => undefined)).toEqual([]);
  });

  it.each<[string, (world: World) => void, string[]]>([
    [
      'gone',
      ({ listed, held }) => {
        listed.shift();
        held.people.shift();
      },
      ['no acknowledged write lost: people that are not there (1): 1/A-1'],
    ],
    [
      'under another id',
      ({ listed, held }) => {
        change(listed, isAsha, { individualId: 19 });
        change(held.people, isAsha, { individualId: 19 });
      },
      ['no acknowledged write lost: people under another id than was told (1): 1/A-1'],
    ],
    [
      'double',
      ({ listed }) => void listed.push({ companyId: 1, individualId: 19, externalIds: ['A-1'] }),
      ['every effect once: external ids of more than one person (1): 1/A-1'],
    ],
    [
      'foreign',
      ({ listed }) => void listed.push({ companyId: 1, individualId: 19, externalIds: ['X-1'] }),
      ['every effect once: people whom nobody sent (1): 1/X-1'],
    ],
    [
      "another company's",
      ({ listed }) => void listed.push({ companyId: 2, individualId: 29, externalIds: ['A-1'] }),
      ['every effect once: people whom nobody sent (1): 2/A-1'],
    ],
    [
      'nameless',
      ({ listed }) => void listed.push({ companyId: 1, individualId: 19, externalIds: [] }),
      ['every effect once: people without exactly one external id (1): 1/19'],
    ],
    [
      'of two names',
      ({ told, listed }) => {
        told.person(1, 'A-2', {});
        change(listed, isAsha, { externalIds: ['A-1', 'A-2'] });
      },
      ['every effect once: people without exactly one external id (1): 1/11'],
    ],
    [
      'hidden',
      ({ held }) => void held.people.push({ companyId: 1, individualId: 19, recordVersion: 1 }),
      ['every effect once: people in the database whom the API does not list (1): 1/19'],
    ],
  ])('are named: %s', (_, plant, named) => {
    expect(found(plant)).toEqual(named);
  });

  it('of whom nobody was told that they are there may be missing, or be there', () => {
    expect(found(({ told }) => void told.person(1, 'A-2', {}))).toEqual([]);
    const unanswered = ({ told, listed }: World) => {
      told.person(1, 'A-2', {});
      listed.push({ companyId: 1, individualId: 19, externalIds: ['A-2'] });
    };
    expect(found(unanswered)).toEqual([]);
  });
});
