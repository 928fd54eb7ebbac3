import { expect, it } from 'vitest';
import { busMessage } from './bus-contract.ts';
import { offeredMessages } from './offered-messages.ts';

const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => ({
    position: from + n,
    message: busMessage('vault.offered', from + n),
  }));
const positions = (taken: readonly { position: number }[]) => taken.map((one) => one.position);

it('returns the messages after the position in portions, each message once', () => {
  const offered = offeredMessages();
  offered.add(messages(4, 6));
  offered.add(messages(7, 8));
  expect(positions(offered.takeAfter(3, 2))).toEqual([4, 5]);
  expect(positions(offered.takeAfter(5, 9))).toEqual([6, 7, 8]);
  expect(offered.takeAfter(8, 9)).toEqual([]);
});

it('returns nothing before a gap, and the rest of a portion that was partly read', () => {
  const offered = offeredMessages();
  offered.add(messages(4, 6));
  expect(offered.takeAfter(2, 9)).toEqual([]);
  expect(positions(offered.takeAfter(4, 9))).toEqual([5, 6]);
});

it('drops its messages after a gap in the positions, and when it is cleared', () => {
  const offered = offeredMessages();
  offered.add(messages(1, 2));
  offered.add(messages(4, 5));
  expect(offered.takeAfter(0, 9)).toEqual([]);
  expect(positions(offered.takeAfter(3, 9))).toEqual([4, 5]);
  offered.add(messages(6, 7));
  offered.clear();
  expect(offered.takeAfter(5, 9)).toEqual([]);
});
