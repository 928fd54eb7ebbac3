import { KeyStoreError } from './key-store.ts';
import type { TaskResult, TokenAccess, TokenTask } from './pkcs11-protocol.ts';
import type { TokenThread } from './pkcs11-thread.ts';
import { tokenThreadPool } from './pkcs11-thread-pool.ts';

export interface TokenClientOptions extends TokenAccess {
  /** Sessions; each has its own thread. */
  readonly sessions: number;
  /** Timeout of a call, ms. */
  readonly timeoutMs: number;
}

/** The sessions on one token: opened on demand, and reopened after they were lost. */
export interface TokenClient {
  /** @throws KeyStoreError; unavailable while the token is gone or takes longer than timeoutMs */
  run(task: TokenTask): Promise<TaskResult>;
  close(): Promise<void>;
}

/** A lost session is reopened once per call. */
const TRIES = 2;

export function tokenClient({ library, token, pin, sessions, timeoutMs }: TokenClientOptions): TokenClient {
  const pool = tokenThreadPool({ library, token, pin }, sessions);
  let turn = 0;

  const attempt = async (task: TokenTask, signal: AbortSignal): Promise<TaskResult> => {
    for (let tries = 1; ; tries += 1) {
      const opening = pool.open();
      const threads = await opening;
      if (signal.aborted) throw tooSlow(timeoutMs);
      turn += 1;
      try {
        const result = await pick(threads, turn).run(task);
        if (task.kind === 'destroy') await forgetEverywhere(threads, task.reference);
        return result;
      } catch (error) {
        if (!isLost(error)) throw error;
        pool.discard(opening);
        if (tries === TRIES) throw error;
      }
    }
  };
  return {
    run: (task) => within(timeoutMs, (signal) => attempt(task, signal), pool.discardIfOpen),
    close: async () => {
      const ended = pool.close();
      await within(
        timeoutMs,
        () => ended,
        () => undefined,
      ).catch(() => undefined);
    },
  };
}

/** A token may reuse the handle of a destroyed key, so every session forgets it. */
async function forgetEverywhere(threads: readonly TokenThread[], reference: string): Promise<void> {
  await Promise.all(threads.map((thread) => thread.run({ kind: 'forget', reference })));
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
const tooSlow = (ms: number) => new KeyStoreError('unavailable', `The token did not answer within ${ms} ms`);
