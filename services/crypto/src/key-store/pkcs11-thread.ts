import { Worker } from 'node:worker_threads';
import { KeyStoreError } from './key-store.ts';
import type { TaskResult, TokenAccess, TokenAnswer, TokenTask } from './pkcs11-protocol.ts';

/** A worker thread with one session on the token. */
export interface TokenThread {
  /** @throws KeyStoreError; unavailable when the session is lost */
  run(task: TokenTask): Promise<TaskResult>;
  /** Closes the session after running tasks, then ends. */
  close(isLast: boolean): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: KeyStoreError) => void;
}

const OPENING = 0;

/** @throws KeyStoreError unavailable | refused | unsafe when the session cannot be opened */
export async function startThread(access: TokenAccess): Promise<TokenThread> {
  const worker = new Worker(new URL('./pkcs11-worker.ts', import.meta.url), {
    name: 'token',
    workerData: access,
  });
  const waiting = new Map<number, Waiting>();
  let lastTask = OPENING;
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasEnded = true;
      for (const { reject } of waiting.values()) reject(threadEnded());
      waiting.clear();
      resolve();
    });
  });
  worker.on('message', (answer: TokenAnswer) => settle(waiting, answer));
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(threadEnded(error));
    waiting.clear();
  });
  const wait = (task: number) =>
    new Promise<TaskResult>((resolve, reject) => waiting.set(task, { resolve, reject }));
  const run = (todo: TokenTask): Promise<TaskResult> => {
    if (hasEnded) return Promise.reject(threadEnded());
    lastTask += 1;
    const result = wait(lastTask);
    worker.postMessage({ ...todo, task: lastTask });
    return result;
  };
  await wait(OPENING);
  return {
    run,
    close: async (isLast) => {
      await run({ kind: 'close', isLast }).catch(() => undefined);
      await ended;
    },
  };
}

function settle(waiting: Map<number, Waiting>, answer: TokenAnswer): void {
  const waits = waiting.get(answer.task);
  waiting.delete(answer.task);
  if ('result' in answer) waits?.resolve(answer.result);
  else waits?.reject(new KeyStoreError(answer.failed.fault, answer.failed.message));
}

const threadEnded = (cause?: unknown) =>
  new KeyStoreError('unavailable', 'The thread of the token has ended', cause);
