import { describe, expect, it } from 'vitest';
import { checkPeople } from './check-people.ts';
import { change, findingsAfter, type World } from './testing/sound-world.ts';

const found = (plant: (world: World) => void) =>
  findingsAfter(plant, ({ history, listed, stored }) =>
    checkPeople(history.people.values(), listed, stored.people),
  );
const isAsha = ({ individualId }: { readonly individualId: number }) => individualId === 11;

describe('people', () => {
  it('of a correct vault match the history', () => {
    expect(found(() => undefined)).toEqual([]);
  });

  it.each<[string, (world: World) => void, string[]]>([
    [
      'a missing person',
      ({ listed, stored }) => {
        listed.shift();
        stored.people.shift();
      },
      ['no acknowledged write lost: people that are missing (1): 1/A-1'],
    ],
    [
      'a person with another id',
      ({ listed, stored }) => {
        change(listed, isAsha, { individualId: 19 });
        change(stored.people, isAsha, { individualId: 19 });
      },
      ['no acknowledged write lost: people with another id than the answer gave (1): 1/A-1'],
    ],
    [
      'a duplicate',
      ({ listed }) => void listed.push({ companyId: 1, individualId: 19, externalIds: ['A-1'] }),
      ['every effect once: external ids of more than one person (1): 1/A-1'],
    ],
    [
      'an unknown person',
      ({ listed }) => void listed.push({ companyId: 1, individualId: 19, externalIds: ['X-1'] }),
      ['every effect once: people that no client sent (1): 1/X-1'],
    ],
    [
      "another company's person",
      ({ listed }) => void listed.push({ companyId: 2, individualId: 29, externalIds: ['A-1'] }),
      ['every effect once: people that no client sent (1): 2/A-1'],
    ],
    [
      'a person without external id',
      ({ listed }) => void listed.push({ companyId: 1, individualId: 19, externalIds: [] }),
      ['every effect once: people without exactly one external id (1): 1/19'],
    ],
    [
      'a person with two external ids',
      ({ history, listed }) => {
        history.addPerson(1, 'A-2', {});
        change(listed, isAsha, { externalIds: ['A-1', 'A-2'] });
      },
      ['every effect once: people without exactly one external id (1): 1/11'],
    ],
    [
      'a person that the API does not list',
      ({ stored }) => void stored.people.push({ companyId: 1, individualId: 19, recordVersion: 1 }),
      ['every effect once: people in the database that the API does not list (1): 1/19'],
    ],
  ])('with a fault are reported: %s', (_, plant, named) => {
    expect(found(plant)).toEqual(named);
  });

  it('whose creation was not acknowledged may exist or not', () => {
    expect(found(({ history }) => void history.addPerson(1, 'A-2', {}))).toEqual([]);
    const unanswered = ({ history, listed }: World) => {
      history.addPerson(1, 'A-2', {});
      listed.push({ companyId: 1, individualId: 19, externalIds: ['A-2'] });
    };
    expect(found(unanswered)).toEqual([]);
  });
});
