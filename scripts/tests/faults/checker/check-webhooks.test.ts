import { describe, expect, it } from 'vitest';
import { OperationHistory } from '../load/operation-history.ts';
import type { ReceivedMessage } from '../load/webhooks.ts';
import { checkWebhooks, compareMessages } from './check-webhooks.ts';
import { type ExpectedWebhooks, gradeOf, linkName, revealName } from './expected-webhooks.ts';

const FIRST = '2026-11-26T08:00:00.000Z';
const LATER = '2026-11-26T08:00:01.000Z';
const message = (
  messageId: string,
  items: readonly object[],
  data: object = {},
  beside: object = {},
): ReceivedMessage => {
  const body = { type: 'any', timestamp: FIRST, data: { companyId: 1, items, ...data }, ...beside };
  return { companyId: 1, messageId, body: JSON.stringify(body) };
};
const link = (verificationStatus: string, at: string) => {
  return { entryId: 7, individualId: 1, relationshipType: 'same_individual', verificationStatus, at };
};
const reveal = { auditId: 5, individualId: 1, at: FIRST };

/** One reveal, and one link whose evidence changed once. */
const expected: ExpectedWebhooks = {
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
const OFTEN = 'companies with too many or too few link messages';
const TWICE = 'changes that webhooks sent twice';
const FOREIGN = 'messages with a wrong form or company (1): d of company 1';

/** A fault, the received messages, changes to `expected`, and the only finding. */
const WRONG: readonly (readonly [string, readonly ReceivedMessage[], Partial<ExpectedWebhooks>, string])[] = [
  ['a reveal under two ids', [...sound, message('d', [reveal])], {}, `${TWICE} (1): reveal 5 of 1/1`],
  [
    'a link under two ids',
    [...sound, message('d', [link('verified', LATER)])],
    { announced: new Map([[1, 3]]) },
    `${TWICE} (1): link 7 of company 1 at ${LATER}`,
  ],
  [
    'a link announced too often',
    [...sound, message('d', [link('pending', '2026-11-26T08:00:00.500Z')])],
    {},
    `${OFTEN} (1): company 1: 3 for 2`,
  ],
  [
    'a company without messages',
    sound,
    { announced: new Map([...expected.announced, [2, 1]]) },
    `${OFTEN} (1): company 2: 0 for 1`,
  ],
  ['messages that were not announced', sound, { announced: new Map() }, `${OFTEN} (1): company 1: 2 for 0`],
  [
    'a reveal without a message',
    [pending, verified],
    {},
    'reveals that no webhook sent (1): reveal 5 of 1/1',
  ],
  ['a link without a message', [revealed, verified], {}, `${OFTEN} (1): company 1: 1 for 2`],
  [
    'a link with only an outdated message',
    [pending, revealed],
    { announced: new Map([[1, 1]]) },
    'links whose last webhook message is outdated (1): link 7 of company 1',
  ],
  [
    'a message about a reveal that did not happen',
    [...sound, message('d', [{ ...reveal, auditId: 6 }])],
    {},
    'reveals that webhooks sent but did not happen (1): reveal 6 of 1/1',
  ],
  [
    'two messages with one id',
    [...sound, message('b', [])],
    {},
    'ids that two messages share (1): b of company 1',
  ],
  ['a message for another company', [...sound, message('d', [], { companyId: 2 })], {}, FOREIGN],
  [
    'an unknown key in an item',
    [...sound, message('d', [{ ...reveal, auditId: 6, name: 'Asha' }])],
    {},
    FOREIGN,
  ],
  ['an unknown key next to the items', [...sound, message('d', [], { name: 'Asha' })], {}, FOREIGN],
  ['an unknown key next to the data', [...sound, message('d', [], {}, { name: 'Asha' })], {}, FOREIGN],
  ['a body that is not JSON', [...sound, { ...message('d', []), body: '<html>' }], {}, FOREIGN],
];

describe('webhook messages', () => {
  it('are correct with one message per effect, in any order, and with redeliveries under the same id', () => {
    expect(compareMessages([...sound.toReversed(), ...sound], expected)).toEqual([]);
  });

  it.each(WRONG)('with a fault give exactly one finding: %s', (_, received, otherwise, what) => {
    expect(compareMessages(received, { ...expected, ...otherwise })).toEqual([
      { promise: 'every effect once', what },
    ]);
  });
});

describe('checkWebhooks', () => {
  const asha = new OperationHistory().addPerson(1, 'CUSTOMER-1', { email: 'asha@first.example' });
  const check = (read: () => ExpectedWebhooks, received: readonly ReceivedMessage[], idleTimeoutMs: number) =>
    checkWebhooks(async () => read(), { received }, [asha], idleTimeoutMs, 0);

  it('waits for messages that are not sent', async () => {
    const looks = [1, 1, 0];
    expect(await check(() => ({ ...expected, unsent: looks.shift() ?? 9 }), sound, 30_000)).toEqual([]);
  });

  it('waits for messages that are sent but not received', async () => {
    const received = [...sound];
    received.pop();
    let looks = 0;
    const read = () => {
      if (++looks === 3) received.push(verified);
      return expected;
    };
    expect(await check(read, received, 30_000)).toEqual([]);
  });

  it('reports unsent messages after the timeout', async () => {
    expect(await check(() => ({ ...expected, unsent: 3 }), sound, 0)).toEqual([
      { promise: 'nothing is left behind', what: 'webhook messages not sent (1): 3' },
    ]);
  });

  it('reports values of a person in a message', async () => {
    const type = 'asha@first.example';
    const received = [pending, message('b', [reveal], {}, { type }), verified];
    expect(await check(() => expected, received, 0)).toEqual([
      {
        promise: 'no readable value in a file',
        what: expect.stringMatching(/^files that contain a sent value \(1\): .*webhook messages, email in /),
      },
    ]);
  });

  it('reads the companies of the history', async () => {
    const asked: (readonly number[])[] = [];
    const read = async (companies: readonly number[]) => {
      asked.push(companies);
      return expected;
    };
    const people = [asha, asha, new OperationHistory().addPerson(2, 'CUSTOMER-2', {})];
    await checkWebhooks(read, { received: sound }, people, 0);
    expect(asked).toEqual([[1, 2]]);
  });
});
