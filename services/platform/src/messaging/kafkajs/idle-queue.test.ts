import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { letIdleQueuesRest } from './idle-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
  letIdleQueuesRest();
});
afterEach(() => {
  vi.useRealTimers();
});

const newQueue = () =>
  new RequestQueue({
    maxInFlightRequests: null,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'pii-vault',
    broker: 'here',
    logger: { debug: () => undefined },
  });

it('leaves no timer when no request waits', () => {
  newQueue().checkPendingRequests();
  expect(vi.getTimerCount()).toBe(0);
});

it('sends requests that a throttled broker delayed, then stops its timer', () => {
  const queue = newQueue();
  const sendRequest = vi.fn();
  queue.maybeThrottle(200);
  queue.push({ entry: { correlationId: 1 }, expectResponse: true, sendRequest });
  vi.advanceTimersByTime(199);
  expect(sendRequest).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  expect(sendRequest).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
