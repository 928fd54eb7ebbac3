import { describe, expect, it } from 'vitest';
import type { Received } from '../load/webhooks.ts';
import { compareMessages } from './check-webhooks.ts';
import { gradeOf, linkName, revealName, type Tellable } from './tellable.ts';

const FIRST = '2026-11-26T08:00:00.000Z';
const LATER = '2026-11-26T08:00:01.000Z';
const message = (messageId: string, items: readonly object[], companyId = 1): Received => {
  const body = JSON.stringify({ type: 'any', timestamp: FIRST, data: { companyId, items } });
  return { companyId: 1, messageId, body };
};
const link = (verificationStatus: string, at: string) => {
  return { entryId: 7, individualId: 1, relationshipType: 'same_individual', verificationStatus, at };
};
const reveal = { auditId: 5, individualId: 1, at: FIRST };

/** A reveal, and a link whose evidence changed once. */
const tellable: Tellable = {
  reveals: new Set([revealName(1, 5, 1)]),
  announced: new Map([[1, 2]]),
  links: new Map([[linkName(1, 7), gradeOf('same_individual', 'verified')]]),
  unsent: 0,
};
const sound = [
  message('a', [link('pending', FIRST)]),
  message('b', [reveal]),
  message('c', [link('verified', LATER)]),
];
const whatOf = (received: readonly Received[]) => compareMessages(received, tellable).map(({ what }) => what);

describe('the messages of webhooks', () => {
  it('are sound when each effect was told once, in whatever order, and under its id again', () => {
    expect(whatOf([...sound.toReversed(), ...sound])).toEqual([]);
  });

  it.each([
    ['a change under two ids', [...sound, message('d', [reveal])], 'told twice (1): reveal 5 of 1/1'],
    ['a link applied again', [...sound, message('d', [link('verified', LATER)])], 'company 1: 3 for 2'],
    ['a reveal that is not told', sound.filter(({ messageId }) => messageId !== 'b'), 'no webhook told (1)'],
    ['a link that is not told', sound.slice(0, 2), 'company 1: 1 for 2'],
    ['a link told as it was', sound.slice(0, 2), 'told last what is not there (1): link 7'],
    [
      'a reveal of nobody',
      [...sound, message('d', [{ ...reveal, auditId: 6 }])],
      'nobody made (1): reveal 6',
    ],
    ['two messages of one id', [...sound, message('b', [])], 'ids of two messages (1): b of company 1'],
    [
      'what belongs to another company',
      [...sound, message('d', [], 2)],
      'form or company (1): d of company 1',
    ],
    [
      'what is no part of a message',
      [...sound, message('d', [{ ...reveal, auditId: 6, name: 'Asha' }])],
      'form or company (1): d of company 1',
    ],
  ])('are not, and it is named: %s', (_, received, what) => {
    expect(whatOf(received)).toContainEqual(expect.stringContaining(what));
  });
});
