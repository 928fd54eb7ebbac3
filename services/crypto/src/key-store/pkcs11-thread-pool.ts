import { KeyStoreError } from './key-store.ts';
import type { TokenAccess } from './pkcs11-protocol.ts';
import { startThread, type TokenThread } from './pkcs11-thread.ts';

/** The worker threads of one attempt to open the token, one session each. */
export type OpenAttempt = Promise<readonly TokenThread[]>;

/** Pool of worker threads: opened on demand, and opened again after they were discarded. */
export interface TokenThreadPool {
  /** @throws KeyStoreError unavailable | refused | unsafe */
  open(): OpenAttempt;
  /** Discards the threads of this attempt. */
  discard(opening: OpenAttempt): void;
  /** Discards open threads. An attempt that is still opening continues: discarded each time, it would never finish. */
  discardIfOpen(): void;
  /** Closes the pool permanently. Resolves when the threads have ended. */
  close(): Promise<unknown>;
}

/** Pause after a failed attempt; calls in between fail with the same error. */
const RETRY_PAUSE_MS = 500;

export function tokenThreadPool(access: TokenAccess, sessions: number): TokenThreadPool {
  let current: OpenAttempt | undefined;
  let isOpen = false;
  let closing: Promise<unknown> = Promise.resolve();
  let failure: { readonly error: unknown; readonly until: number } | undefined;

  const discard = (opening: OpenAttempt | undefined) => {
    if (opening === undefined || current !== opening) return;
    current = undefined;
    closing = opening.then(closeThreads).catch(() => undefined);
  };
  const start = (): OpenAttempt => {
    // Waits for the previous threads, because the last of them finalises the library.
    const opening = closing.then(() => openThreads(access, sessions));
    isOpen = false;
    opening.then(
      () => {
        isOpen = current === opening;
      },
      (error: unknown) => {
        if (current === opening) current = undefined;
        failure = {
          error,
          until: isRefusal(error) ? Number.POSITIVE_INFINITY : performance.now() + RETRY_PAUSE_MS,
        };
      },
    );
    return opening;
  };
  return {
    open: () => {
      if (current === undefined && failure !== undefined && performance.now() < failure.until)
        return Promise.reject(failure.error);
      current ??= start();
      return current;
    },
    discard,
    discardIfOpen: () => {
      if (isOpen) discard(current);
    },
    close: () => {
      failure = { error: closed(), until: Number.POSITIVE_INFINITY };
      discard(current);
      return closing;
    },
  };
}

async function openThreads(access: TokenAccess, sessions: number): Promise<readonly TokenThread[]> {
  const threads: TokenThread[] = [];
  try {
    for (let n = 0; n < sessions; n += 1) threads.push(await startThread(access));
    return threads;
  } catch (error) {
    await closeThreads(threads);
    throw error;
  }
}

async function closeThreads(threads: readonly TokenThread[]): Promise<void> {
  for (const [at, thread] of threads.entries()) await thread.close(at === threads.length - 1);
}

/** A wrong PIN is not retried, because the token would lock itself. */
const isRefusal = (error: unknown) => error instanceof KeyStoreError && error.fault === 'refused';
const closed = () => new KeyStoreError('unavailable', 'The key store is closed');
