import { describe, expect, it } from 'vitest';
import { checkTrail } from './check-trail.ts';
import { afterPlant, change, said, type World } from './testing/sound-world.ts';
import type { TrailEntry } from './trail.ts';

const found = (plant: (world: World) => void) =>
  afterPlant(plant, ({ told, held, trail }) => checkTrail(told, held.people, trail));

const is =
  (wanted: string, individualId?: number) =>
  ({ action, individualIds }: TrailEntry): boolean =>
    action === wanted && (individualId === undefined || individualIds.includes(individualId));
/** The numbers stay without gap: the entry says something else. */
const replaced = (action: string, changes: Partial<TrailEntry>, individualId?: number) => (world: World) =>
  change(world.trail.entries, is(action, individualId), changes);
/** Again, under the next number. */
const again =
  (action: string) =>
  ({ trail: { entries } }: World) => {
    const entry = entries.find(is(action));
    if (entry !== undefined) entries.push({ ...entry, leafIndex: entries.length, seq: entries.length + 1 });
  };
const NOTHING: Partial<TrailEntry> = { action: 'planted' };
const PLAINTEXT = 'no answer without its audit row: plaintext that the trail does not know of (1):';
const ANSWERS = 'no answer without its audit row: answers that the trail does not know of (1):';
const CHANGES = 'every effect once: changes that are not in the trail exactly once (1):';
const SUMS = 'every effect once: sums that are not those of the entries (1):';

describe('the trail', () => {
  it('of a sound vault is what clients were told', () => {
    expect(found(() => undefined)).toEqual([]);
  });

  it.each<[string, (world: World) => void, string[]]>([
    [
      'a number missing',
      replaced('data_search', { seq: 10 }),
      ['every effect once: numbers of the trail (1): 10 of vault where 9 was due'],
    ],
    [
      'a number twice',
      replaced('data_search', { seq: 8 }),
      ['every effect once: numbers of the trail (1): 8 of vault where 9 was due'],
    ],
    [
      'first numbers missing after a restore',
      replaced('data_search', { epoch: 2, seq: 2 }),
      ['every effect once: numbers of the trail (1): 2 of vault where 1 was due'],
    ],
    [
      'an entry added up twice',
      ({ trail }) => change(trail.counts, () => true, { entries: 2 }),
      [`${SUMS} reveal of company 1: 2 counted, 1 entries`],
    ],
    [
      'a sum lost',
      ({ trail }) => void trail.counts.shift(),
      [`${SUMS} reveal of company 1: 0 counted, 1 entries`],
    ],
    [
      'a sum of nothing',
      ({ trail }) => void trail.counts.push({ companyId: 3, ticket: 'work', entries: 1 }),
      [`${SUMS} work of company 3: 1 counted, 0 entries`],
    ],
    [
      'no creation',
      replaced('data_create', NOTHING, 21),
      ['every effect once: people whose creation is not in the trail (1): 2/21'],
    ],
    [
      'the creation of another company',
      replaced('data_create', { companyId: 1 }, 21),
      ['every effect once: people whose creation is not in the trail (1): 2/21'],
    ],
    [
      'a creation twice',
      again('data_create'),
      ['every effect once: people whose creation is in the trail more than once (2): 1/11; 1/12'],
    ],
    ['no correction', replaced('data_update', NOTHING), [`${CHANGES} 1/11: 0 data_update for 1`]],
    ['a correction twice', again('data_update'), [`${CHANGES} 1/11: 2 data_update for 1`]],
    ['no withdrawal', replaced('consent_withdraw', NOTHING), [`${CHANGES} 1/12: 0 consent_withdraw for 1`]],
    ['a withdrawal twice', again('consent_withdraw'), [`${CHANGES} 1/12: 2 consent_withdraw for 1`]],
    [
      'a correction of one who was not corrected',
      replaced('data_update', { individualIds: [11, 12] }),
      [`${CHANGES} 1/12: 1 data_update for 0`],
    ],
    [
      'plaintext of another request',
      replaced('field_decrypt', { requestId: 'reveal-3' }, 11),
      [`${PLAINTEXT} person 11 in request reveal-1`],
    ],
    [
      'plaintext of another person',
      replaced('field_decrypt', { individualIds: [12] }, 11),
      [`${PLAINTEXT} person 11 in request reveal-1`],
    ],
    [
      'plaintext of a field that was not entered',
      replaced('field_decrypt', { fieldNames: ['name', 'email'] }, 11),
      [`${PLAINTEXT} person 11 in request reveal-1`],
    ],
    [
      'plaintext that was refused',
      replaced('field_decrypt', { decision: 'refused' }, 11),
      [`${SUMS} reveal of company 1: 1 counted, 0 entries`, `${PLAINTEXT} person 11 in request reveal-1`],
    ],
    [
      'plaintext under the ticket of work',
      ({ trail }) => {
        change(trail.entries, is('field_decrypt', 11), { ticket: 'work' });
        change(trail.counts, ({ companyId }) => companyId === 1, { ticket: 'work' });
      },
      [`${PLAINTEXT} person 11 in request reveal-1`],
    ],
    [
      'plaintext entered as a page',
      replaced('field_decrypt', { action: 'field_view' }, 11),
      [`${PLAINTEXT} person 11 in request reveal-1`],
    ],
    ['no list of external ids', replaced('field_view', NOTHING), [`${ANSWERS} field_view in request list-1`]],
    [
      'a list of external ids without one of its people',
      replaced('field_view', { individualIds: [11] }),
      [`${ANSWERS} field_view in request list-1`],
    ],
    [
      'a list of external ids entered as one of names',
      replaced('field_view', { fieldNames: ['name'] }),
      [`${ANSWERS} field_view in request list-1`],
    ],
    [
      'no search, which found nobody',
      replaced('data_search', NOTHING),
      [`${ANSWERS} data_search in request search-1`],
    ],
  ])('is named: %s', (_, plant, named) => {
    expect(found(plant)).toEqual(named);
  });

  it('may begin its numbers anew, and have entries that are not added up', () => {
    expect(found(replaced('data_search', { epoch: 2, seq: 1, ticket: 'none' }))).toEqual([]);
  });

  it.each([0, 1])('may have what was sent and not answered or not: %i', (times) => {
    const unanswered = (world: World) => {
      const one = { ...said('b-1.v2@corrected.example'), answeredAt: undefined };
      world.told.people.get('2/B-1')?.values.get('email')?.push(one);
      if (times === 1) {
        again('data_update')(world);
        change(world.trail.entries, ({ seq }) => seq === 10, { companyId: 2, individualIds: [21] });
      }
    };
    expect(found(unanswered)).toEqual([]);
  });
});
