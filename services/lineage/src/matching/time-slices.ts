import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';

/** Work that goes on for longer lets requests in. */
const SLICE_MS = 4;

/** Call it after each small step of a long work: it gives the event loop away when the slice is used up. */
export function yieldBetweenSlices(): () => Promise<void> | undefined {
  let until = performance.now() + SLICE_MS;
  return () =>
    performance.now() < until
      ? undefined
      : yieldToEventLoop().then(() => {
          until = performance.now() + SLICE_MS;
        });
}
