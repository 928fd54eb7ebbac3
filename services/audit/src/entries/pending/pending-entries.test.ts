import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { type Backlog, NOTHING_WRITTEN } from '@pii-vault/platform/messaging/backlog';
import { expect, it } from 'vitest';
import type { ProducerHead } from '../intake.ts';
import { pendingEntries } from './pending-entries.ts';

type Backlogs = Readonly<Partial<Record<ServiceName, Partial<Backlog>>>>;

/** Pending entries when these producers report these backlogs; the others do not answer. */
async function pending(backlogs: Backlogs, heads: Readonly<Partial<Record<ServiceName, ProducerHead>>> = {}) {
  const ask = pendingEntries({
    producers: ['vault', 'crypto'],
    backlogOf: async (producer) => {
      const one = backlogs[producer];
      if (one === undefined) throw new Error('away');
      return { ...NOTHING_WRITTEN, ...one };
    },
    heads: async () => new Map([...(Object.entries(heads) as [ServiceName, ProducerHead][])]),
    log: { warn: () => undefined },
  });
  return await ask();
}

const numbers = (lastSeq: number, epoch = 1) => ({ epoch, lastSeq });

it('counts entries without a number, and numbered entries that are not stored yet', async () => {
  const vault = { rows: 3, oldestMs: 40, auditNumbers: [numbers(20)] };
  const crypto = { rows: 1, oldestMs: 90, auditNumbers: [numbers(5)] };
  const heads = { vault: { epoch: 1, lastSeq: 12 }, crypto: { epoch: 1, lastSeq: 5 } };
  expect(await pending({ vault, crypto }, heads)).toEqual({
    rows: 3 + 8 + 1,
    oldestMs: 90,
    unanswered: [],
  });
  expect((await pending({ vault, crypto })).rows).toBe(3 + 20 + 1 + 5);
});

it('counts an entry once that has a number and is still in the outbox', async () => {
  const vault = { rows: 5, inFlight: 3, auditNumbers: [numbers(20)] };
  expect((await pending({ vault, crypto: {} }, { vault: { epoch: 1, lastSeq: 17 } })).rows).toBe(2 + 3);
  expect((await pending({ vault, crypto: {} }, { vault: { epoch: 1, lastSeq: 20 } })).rows).toBe(2);
});

it('counts a new numbering period from its start, and the rest of the previous one', async () => {
  const vault = { auditNumbers: [numbers(20), numbers(7, 2)] };
  const at = async (head: ProducerHead) => (await pending({ vault, crypto: {} }, { vault: head })).rows;
  expect(await at({ epoch: 1, lastSeq: 12 })).toBe(8 + 7);
  expect(await at({ epoch: 2, lastSeq: 3 })).toBe(4);
  // Appended after the producer reported it.
  expect(await at({ epoch: 2, lastSeq: 9 })).toBe(0);
});

it('names services that do not answer', async () => {
  expect(await pending({ vault: { rows: 2 } })).toMatchObject({ rows: 2, unanswered: ['crypto'] });
});
