import { describe, expect, it } from 'vitest';
import { Told } from '../load/told.ts';
import type { Received } from '../load/webhooks.ts';
import { checkWebhooks, compareMessages } from './check-webhooks.ts';
import { gradeOf, linkName, revealName, type Tellable } from './tellable.ts';

const FIRST = '2026-11-26T08:00:00.000Z';
const LATER = '2026-11-26T08:00:01.000Z';
const message = (
  messageId: string,
  items: readonly object[],
  data: object = {},
  beside: object = {},
): Received => {
  const body = { type: 'any', timestamp: FIRST, data: { companyId: 1, items, ...data }, ...beside };
  return { companyId: 1, messageId, body: JSON.stringify(body) };
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
const [pending, revealed, verified] = [
  message('a', [link('pending', FIRST)]),
  message('b', [reveal]),
  message('c', [link('verified', LATER)]),
];
const sound = [pending, revealed, verified];
const OFTEN = 'links that webhooks told more or less often than they were found';
const TWICE = 'changes that webhooks told twice';
const FOREIGN = 'messages of another form or company (1): d of company 1';

/** Messages, what there is to tell otherwise than `tellable`, and all that is found. */
const WRONG: readonly (readonly [string, readonly Received[], Partial<Tellable>, string])[] = [
  ['a reveal under two ids', [...sound, message('d', [reveal])], {}, `${TWICE} (1): reveal 5 of 1/1`],
  [
    'a link under two ids',
    [...sound, message('d', [link('verified', LATER)])],
    { announced: new Map([[1, 3]]) },
    `${TWICE} (1): link 7 of company 1 at ${LATER}`,
  ],
  [
    'a link more often than it was found',
    [...sound, message('d', [link('pending', '2026-11-26T08:00:00.500Z')])],
    {},
    `${OFTEN} (1): company 1: 3 for 2`,
  ],
  [
    'a company that is told nothing',
    sound,
    { announced: new Map([...tellable.announced, [2, 1]]) },
    `${OFTEN} (1): company 2: 0 for 1`,
  ],
  [
    'a company that is told of nothing announced',
    sound,
    { announced: new Map() },
    `${OFTEN} (1): company 1: 2 for 0`,
  ],
  ['a reveal that is not told', [pending, verified], {}, 'reveals that no webhook told (1): reveal 5 of 1/1'],
  ['a link that is not told', [revealed, verified], {}, `${OFTEN} (1): company 1: 1 for 2`],
  [
    'a link told as it was',
    [pending, revealed],
    { announced: new Map([[1, 1]]) },
    'links of which webhooks told last what is not there (1): link 7 of company 1',
  ],
  [
    'a reveal of nobody',
    [...sound, message('d', [{ ...reveal, auditId: 6 }])],
    {},
    'reveals that webhooks told and nobody made (1): reveal 6 of 1/1',
  ],
  ['two messages of one id', [...sound, message('b', [])], {}, 'ids of two messages (1): b of company 1'],
  ['what belongs to another company', [...sound, message('d', [], { companyId: 2 })], {}, FOREIGN],
  ['more in an item', [...sound, message('d', [{ ...reveal, auditId: 6, name: 'Asha' }])], {}, FOREIGN],
  ['more beside the items', [...sound, message('d', [], { name: 'Asha' })], {}, FOREIGN],
  ['more beside the data', [...sound, message('d', [], {}, { name: 'Asha' })], {}, FOREIGN],
  ['what is not JSON', [...sound, { ...message('d', []), body: '<html>' }], {}, FOREIGN],
];

describe('the messages of webhooks', () => {
  it('are sound when each effect was told once, in whatever order, and under its id again', () => {
    expect(compareMessages([...sound.toReversed(), ...sound], tellable)).toEqual([]);
  });

  it.each(WRONG)('are not, and that alone is named: %s', (_, received, otherwise, what) => {
    expect(compareMessages(received, { ...tellable, ...otherwise })).toEqual([
      { promise: 'every effect once', what },
    ]);
  });
});

describe('what is on its way', () => {
  const asha = new Told().person(1, 'CUSTOMER-1', { email: 'asha@first.example' });
  const check = (read: () => Tellable, received: readonly Received[], restMs: number) =>
    checkWebhooks(async () => read(), { received }, [asha], restMs, 0);

  it('is waited for: what is not sent', async () => {
    const looks = [1, 1, 0];
    expect(await check(() => ({ ...tellable, unsent: looks.shift() ?? 9 }), sound, 30_000)).toEqual([]);
  });

  it('is waited for: what is sent and did not come', async () => {
    const received = [...sound];
    received.pop();
    let looks = 0;
    const read = () => {
      if (++looks === 3) received.push(verified);
      return tellable;
    };
    expect(await check(read, received, 30_000)).toEqual([]);
  });

  it('is named when the time is over', async () => {
    expect(await check(() => ({ ...tellable, unsent: 3 }), sound, 0)).toEqual([
      { promise: 'nothing is left behind', what: 'messages of webhooks not sent (1): 3' },
    ]);
  });

  it('has no value of a person in it', async () => {
    const type = 'asha@first.example';
    const received = [pending, message('b', [reveal], {}, { type }), verified];
    expect(await check(() => tellable, received, 0)).toEqual([
      {
        promise: 'no readable value in a file',
        what: expect.stringMatching(/^files with a value that was sent \(1\): .*messages of webhooks$/),
      },
    ]);
  });

  it('is asked for by the companies that the load knows', async () => {
    const asked: (readonly number[])[] = [];
    const read = async (companies: readonly number[]) => {
      asked.push(companies);
      return tellable;
    };
    const people = [asha, asha, new Told().person(2, 'CUSTOMER-2', {})];
    await checkWebhooks(read, { received: sound }, people, 0);
    expect(asked).toEqual([[1, 2]]);
  });
});
