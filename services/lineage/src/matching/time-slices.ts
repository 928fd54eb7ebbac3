import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';

/** Longer work yields to requests after this time. */
const SLICE_MS = 4;

/** Call it after each small step of long work: yields the event loop when the slice is used up. */
export function yieldBetweenSlices(): () => Promise<void> | undefined {
  let until = performance.now() + SLICE_MS;
  return () =>
    performance.now() < until
      ? undefined
      : yieldToEventLoop().then(() => {
          until = performance.now() + SLICE_MS;
        });
}
