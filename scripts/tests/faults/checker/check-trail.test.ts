import { describe, expect, it } from 'vitest';
import { checkTrail } from './check-trail.ts';
import { change, findingsAfter, type World, written } from './testing/sound-world.ts';
import type { TrailEntry } from './trail.ts';

const found = (plant: (world: World) => void) =>
  findingsAfter(plant, ({ history, stored, trail }) => checkTrail(history, stored.people, trail));

const is =
  (wanted: string, individualId?: number) =>
  ({ action, individualIds }: TrailEntry): boolean =>
    action === wanted && (individualId === undefined || individualIds.includes(individualId));
/** Changes an entry; sequence numbers stay without a gap unless `changes` has one. */
const replaced = (action: string, changes: Partial<TrailEntry>, individualId?: number) => (world: World) =>
  change(world.trail.entries, is(action, individualId), changes);
/** Appends a copy of an entry with the next number. */
const again =
  (action: string) =>
  ({ trail: { entries } }: World) => {
    const entry = entries.find(is(action));
    if (entry !== undefined) entries.push({ ...entry, leafIndex: entries.length, seq: entries.length + 1 });
  };
const NOTHING: Partial<TrailEntry> = { action: 'planted' };
const PLAINTEXT = 'no answer without its audit row: plaintext without an audit entry (1):';
const ANSWERS = 'no answer without its audit row: answers without an audit entry (1):';
const CHANGES = 'every effect once: changes that are not in the trail exactly once (1):';
const SUMS = 'every effect once: counters that differ from the entries (1):';

describe('the trail', () => {
  it('of a correct vault matches the history', () => {
    expect(found(() => undefined)).toEqual([]);
  });

  it.each<[string, (world: World) => void, string[]]>([
    [
      'a number missing',
      replaced('data_search', { seq: 10 }),
      ['every effect once: sequence numbers of the trail (1): 10 of vault where 9 was expected'],
    ],
    [
      'a number twice',
      replaced('data_search', { seq: 8 }),
      ['every effect once: sequence numbers of the trail (1): 8 of vault where 9 was expected'],
    ],
    [
      'first numbers missing after a restore',
      replaced('data_search', { epoch: 2, seq: 2 }),
      ['every effect once: sequence numbers of the trail (1): 2 of vault where 1 was expected'],
    ],
    [
      'an entry counted twice',
      ({ trail }) => change(trail.counts, () => true, { entries: 2 }),
      [`${SUMS} reveal of company 1: 2 counted, 1 entries`],
    ],
    [
      'a counter lost',
      ({ trail }) => void trail.counts.shift(),
      [`${SUMS} reveal of company 1: 0 counted, 1 entries`],
    ],
    [
      'a counter without entries',
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
      'a correction of a person without one',
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
      'plaintext of a field that the entry does not name',
      replaced('field_decrypt', { fieldNames: ['name', 'email'] }, 11),
      [`${PLAINTEXT} person 11 in request reveal-1`],
    ],
    [
      'plaintext with an entry that says refused',
      replaced('field_decrypt', { decision: 'refused' }, 11),
      [`${SUMS} reveal of company 1: 1 counted, 0 entries`, `${PLAINTEXT} person 11 in request reveal-1`],
    ],
    [
      'plaintext with a work ticket',
      ({ trail }) => {
        change(trail.entries, is('field_decrypt', 11), { ticket: 'work' });
        change(trail.counts, ({ companyId }) => companyId === 1, { ticket: 'work' });
      },
      [`${PLAINTEXT} person 11 in request reveal-1`],
    ],
    [
      'plaintext recorded as a masked page',
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
      'a list of external ids recorded as a list of names',
      replaced('field_view', { fieldNames: ['name'] }),
      [`${ANSWERS} field_view in request list-1`],
    ],
    [
      'no entry for a search without results',
      replaced('data_search', NOTHING),
      [`${ANSWERS} data_search in request search-1`],
    ],
  ])('with a fault is reported: %s', (_, plant, named) => {
    expect(found(plant)).toEqual(named);
  });

  it('may restart its numbers in a new epoch, and have entries that are not counted', () => {
    expect(found(replaced('data_search', { epoch: 2, seq: 1, ticket: 'none' }))).toEqual([]);
  });

  it.each([0, 1])('may have an entry for an unanswered correction or not: %i', (times) => {
    const unanswered = (world: World) => {
      const one = { ...written('b-1.v2@corrected.example'), answeredAt: undefined };
      world.history.people.get('2/B-1')?.values.get('email')?.push(one);
      if (times === 1) {
        again('data_update')(world);
        change(world.trail.entries, ({ seq }) => seq === 10, { companyId: 2, individualIds: [21] });
      }
    };
    expect(found(unanswered)).toEqual([]);
  });
});
