import { describe, expect, it } from 'vitest';
import { busMessage } from './bus-contract.ts';
import { numberLedger, REPEATED_AT_MOST } from './number-ledger.ts';

const TOPIC = 'vault.thing';

describe('number ledger', () => {
  it('records the events of a topic by sequence number, per producer and epoch', () => {
    const ledger = numberLedger();
    const first = busMessage(TOPIC, 1);
    expect(ledger.has(first)).toBe(false);
    expect(ledger.note(first)).toBe(true);
    expect(ledger.has(first)).toBe(true);
    expect(ledger.has(busMessage(TOPIC, 2))).toBe(false);
    expect(ledger.has(busMessage(TOPIC, 1, { epoch: 2 }))).toBe(false);
    expect(ledger.has(busMessage(TOPIC, 1, { producer: 'audit' }))).toBe(false);
  });

  it('refuses another event under a recorded number, and keeps the first', () => {
    const ledger = numberLedger();
    const [first, other] = [busMessage(TOPIC, 1), busMessage(TOPIC, 1)];
    ledger.note(first);
    expect(() => ledger.has(other)).toThrow(expect.objectContaining({ code: 'DATA_LOSS' }));
    expect(ledger.note(other)).toBe(false);
    expect(ledger.has(first)).toBe(true);
  });

  it('allows the rest of a batch that only one partition accepted', () => {
    const ledger = numberLedger();
    ledger.note(busMessage(TOPIC, 3));
    expect(ledger.has(busMessage(TOPIC, 2))).toBe(false);
  });

  it('refuses a number that is too old to be repeated, and keeps all newer ones', () => {
    const ledger = numberLedger();
    const messages = Array.from({ length: 3 * REPEATED_AT_MOST }, (_, i) => busMessage(TOPIC, i + 1));
    for (const message of messages) ledger.note(message);
    for (const message of messages.slice(-REPEATED_AT_MOST)) expect(ledger.has(message)).toBe(true);
    expect(() => ledger.has(busMessage(TOPIC, 5))).toThrow(expect.objectContaining({ code: 'DATA_LOSS' }));
  });
});
