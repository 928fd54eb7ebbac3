import { KeyStoreError } from './key-store.ts';
import type { TokenAccess, TokenTask, TokenYield } from './pkcs11-protocol.ts';
import { startThread, type TokenThread } from './pkcs11-thread.ts';

export interface ThreadsOptions extends TokenAccess {
  /** Sessions, each in a thread of its own. */
  readonly sessions: number;
  /** Longest that a caller waits, ms. */
  readonly timeoutMs: number;
}

/** The sessions on one token: opened when they are needed, opened anew when they were lost. */
export interface TokenThreads {
  /** @throws KeyStoreError; unavailable while the token is gone or takes longer than timeoutMs */
  run(task: TokenTask): Promise<TokenYield>;
  close(): Promise<void>;
}

/** After a failed opening the next one is not tried earlier: callers in between get the same refusal. */
const PAUSE_MS = 500;
/** A lost session is opened again once per call. */
const TRIES = 2;

export function tokenThreads(options: ThreadsOptions): TokenThreads {
  let current: Promise<readonly TokenThread[]> | undefined;
  let closing: Promise<unknown> = Promise.resolve();
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  let isOpen = false;
  let turn = 0;

  const open = (): Promise<readonly TokenThread[]> => {
    if (current !== undefined) return current;
    if (failure !== undefined && performance.now() < failure.until) return Promise.reject(failure.error);
    // Not before the former threads have ended: the library is finalised with the last of them.
    const opening = closing.then(() => openThreads(options));
    current = opening;
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
  const retire = (threads: Promise<readonly TokenThread[]> | undefined) => {
    if (threads === undefined || current !== threads) return;
    current = undefined;
    closing = threads.then(closeThreads).catch(() => undefined);
  };
  const attempt = async (task: TokenTask, signal: AbortSignal): Promise<TokenYield> => {
    for (let tries = 1; ; tries += 1) {
      const opening = open();
      const threads = await opening;
      if (signal.aborted) throw tooSlow(options.timeoutMs);
      turn += 1;
      try {
        const yields = await pick(threads, turn).run(task);
        if (task.does === 'destroy') await forgetEverywhere(threads, task.reference);
        return yields;
      } catch (error) {
        if (!isLost(error)) throw error;
        retire(opening);
        if (tries === TRIES) throw error;
      }
    }
  };
  return {
    run: (task) => {
      // An opening that takes its time goes on: given up each time, it would never be done.
      const whenLate = () => {
        if (isOpen) retire(current);
      };
      return within(options.timeoutMs, (signal) => attempt(task, signal), whenLate);
    },
    close: async () => {
      failure = { error: closed(), until: Number.POSITIVE_INFINITY };
      retire(current);
      await within(
        options.timeoutMs,
        () => closing,
        () => undefined,
      ).catch(() => undefined);
    },
  };
}

async function openThreads({ sessions, ...access }: ThreadsOptions): Promise<readonly TokenThread[]> {
  const threads: TokenThread[] = [];
  try {
    for (let n = 0; n < sessions; n += 1)
      threads.push(await startThread({ library: access.library, token: access.token, pin: access.pin }));
    return threads;
  } catch (error) {
    await closeThreads(threads);
    throw error;
  }
}

async function closeThreads(threads: readonly TokenThread[]): Promise<void> {
  for (const [at, thread] of threads.entries()) await thread.close(at === threads.length - 1);
}

/** A token may give the handle of a destroyed key to another one. */
async function forgetEverywhere(threads: readonly TokenThread[], reference: string): Promise<void> {
  await Promise.all(threads.map((thread) => thread.run({ does: 'forget', reference })));
}

function pick(threads: readonly TokenThread[], turn: number): TokenThread {
  const thread = threads[turn % threads.length];
  if (thread === undefined) throw closed();
  return thread;
}

async function within<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  whenLate: () => void,
): Promise<T> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      late.abort();
      whenLate();
      reject(tooSlow(ms));
    }, ms);
  });
  try {
    return await Promise.race([work(late.signal), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

const isLost = (error: unknown) => error instanceof KeyStoreError && error.fault === 'unavailable';
/** A wrong PIN is not tried again: the token would lock itself. */
const isRefusal = (error: unknown) => error instanceof KeyStoreError && error.fault === 'refused';
const tooSlow = (ms: number) => new KeyStoreError('unavailable', `The token has not answered in ${ms} ms`);
const closed = () => new KeyStoreError('unavailable', 'The key store is closed');
