import { KeyStoreError } from './key-store.ts';
import type { TokenAccess } from './pkcs11-protocol.ts';
import { startThread, type TokenThread } from './pkcs11-thread.ts';

/** The threads that are open at one time, one session each. */
export type Opening = Promise<readonly TokenThread[]>;

/** Opens the threads when they are needed, and anew after they were given up. */
export interface TokenCrew {
  /** @throws KeyStoreError unavailable | refused | unsafe */
  open(): Opening;
  /** Gives the threads of this opening up. */
  giveUp(opening: Opening): void;
  /** An opening that takes its time goes on: given up each time, it would never be done. */
  giveUpIfOpen(): void;
  /** For good. Resolves when the threads have ended. */
  close(): Promise<unknown>;
}

/** After a failed opening the next one is not tried earlier: callers in between get the same refusal. */
const PAUSE_MS = 500;

export function tokenCrew(access: TokenAccess, sessions: number): TokenCrew {
  let current: Opening | undefined;
  let isOpen = false;
  let closing: Promise<unknown> = Promise.resolve();
  let failure: { readonly error: unknown; readonly until: number } | undefined;

  const giveUp = (opening: Opening | undefined) => {
    if (opening === undefined || current !== opening) return;
    current = undefined;
    closing = opening.then(closeThreads).catch(() => undefined);
  };
  const start = (): Opening => {
    // Not before the former threads have ended: the library is finalised with the last of them.
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
          until: isRefusal(error) ? Number.POSITIVE_INFINITY : performance.now() + PAUSE_MS,
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
    giveUp,
    giveUpIfOpen: () => {
      if (isOpen) giveUp(current);
    },
    close: () => {
      failure = { error: closed(), until: Number.POSITIVE_INFINITY };
      giveUp(current);
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

/** A wrong PIN is not tried again: the token would lock itself. */
const isRefusal = (error: unknown) => error instanceof KeyStoreError && error.fault === 'refused';
const closed = () => new KeyStoreError('unavailable', 'The key store is closed');
