import { KeyStoreError } from './key-store.ts';
import { tokenCrew } from './pkcs11-crew.ts';
import type { TokenAccess, TokenTask, TokenYield } from './pkcs11-protocol.ts';
import type { TokenThread } from './pkcs11-thread.ts';

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

/** A lost session is opened again once per call. */
const TRIES = 2;

export function tokenThreads({ library, token, pin, sessions, timeoutMs }: ThreadsOptions): TokenThreads {
  const crew = tokenCrew({ library, token, pin }, sessions);
  let turn = 0;

  const attempt = async (task: TokenTask, signal: AbortSignal): Promise<TokenYield> => {
    for (let tries = 1; ; tries += 1) {
      const opening = crew.open();
      const threads = await opening;
      if (signal.aborted) throw tooSlow(timeoutMs);
      turn += 1;
      try {
        const yields = await pick(threads, turn).run(task);
        if (task.does === 'destroy') await forgetEverywhere(threads, task.reference);
        return yields;
      } catch (error) {
        if (!isLost(error)) throw error;
        crew.giveUp(opening);
        if (tries === TRIES) throw error;
      }
    }
  };
  return {
    run: (task) => within(timeoutMs, (signal) => attempt(task, signal), crew.giveUpIfOpen),
    close: async () => {
      const ended = crew.close();
      await within(
        timeoutMs,
        () => ended,
        () => undefined,
      ).catch(() => undefined);
    },
  };
}

/** A token may give the handle of a destroyed key to another one. */
async function forgetEverywhere(threads: readonly TokenThread[], reference: string): Promise<void> {
  await Promise.all(threads.map((thread) => thread.run({ does: 'forget', reference })));
}

function pick(threads: readonly TokenThread[], turn: number): TokenThread {
  const thread = threads[turn % threads.length];
  if (thread === undefined) throw new KeyStoreError('unavailable', 'The token has no open session');
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
const tooSlow = (ms: number) => new KeyStoreError('unavailable', `The token has not answered in ${ms} ms`);
