import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SERVICE_NAMES } from '../core/context/caller.ts';
import { busMessage } from './bus-contract.ts';
import { messagesOfValue, recordValues } from './kafka-record.ts';

const number = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const message = fc.record({
  eventId: fc.uuid(),
  topic: fc.constant('vault.audit'),
  key: fc.string(),
  producer: fc.constantFrom(...SERVICE_NAMES),
  epoch: number,
  seq: number,
  companyId: fc.option(number, { nil: null }),
  payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  createdAt: fc.date({ min: new Date(1), noInvalidDate: true }),
  traceparent: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
});

it('contains several complete messages in order', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 100 }), (messages) => {
      const values = recordValues(messages);
      expect(values.length).toBe(Math.ceil(messages.length / 32));
      const read = values.flatMap((value) => messagesOfValue('vault.audit', Buffer.from(value)) ?? []);
      expect(read).toEqual(messages);
    }),
  );
});

it('does not read a malformed value as a record', () => {
  const unnumbered = Buffer.from(recordValues([{ ...busMessage('vault.audit', 1), seq: 0 }])[0] ?? []);
  for (const value of [Buffer.alloc(0), Buffer.from('?'), Buffer.from([10, 2, 10, 0]), unnumbered])
    expect(messagesOfValue('vault.audit', value)).toBeUndefined();
});
