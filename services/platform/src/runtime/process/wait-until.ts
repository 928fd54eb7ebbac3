import type { Logger } from '../../core/log/log.ts';

const PAUSE_MS = 500;

/** Tries until it works, so that processes may be started in any order. @throws what `signal` says when it ends */
export async function waitUntil(
  what: string,
  works: () => Promise<void>,
  signal: AbortSignal,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await works();
    } catch (err) {
      // Once at first, then every 10 s.
      if (attempt % 20 === 0) log.warn('waiting for what this process needs', { what, err });
    }
    await pause(signal);
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, PAUSE_MS);
    signal.addEventListener('abort', end, { once: true });
  });
}
