import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { BulkResults, BulkTaskName, BulkTasks } from './bulk-tasks.ts';

/** Threads that share the work of one pass over a space. */
export interface BulkPool {
  readonly threads: number;
  /** A thread has died: no task is done any more. */
  isBroken(): boolean;
  /** Does the task in the next free thread; tasks begin in the order in which they were given. */
  run<Name extends BulkTaskName>(name: Name, task: BulkTasks[Name]): Promise<BulkResults[Name]>;
  /** Ends the threads; what is under way is refused. */
  close(): Promise<void>;
}

/** A task that was given and is not done. */
interface Pending {
  start(thread: Worker): void;
  refuse(reason: AppError): void;
}

const SCRIPT = new URL('./bulk-thread.ts', import.meta.url);
/**
 * What a thread may take for objects that it has just made: hardly one outlives its task, and more would only be kept.
 */
const YOUNG_MB = 24;

/** @param threads one for each core by default */
export function startBulkPool(threads: number = availableParallelism()): BulkPool {
  const queue: Pending[] = [];
  const busy = new Set<Pending>();
  let failure: AppError | undefined;
  const refuseAll = (cause?: unknown): void => {
    failure ??= new AppError('INTERNAL', 'BULK_THREAD_FAILED', 'Something went wrong on our side', { cause });
    for (const pending of [...busy, ...queue.splice(0)]) pending.refuse(failure);
    busy.clear();
  };
  const workers = Array.from({ length: threads }, () => startThread(refuseAll));
  const idle = [...workers];
  const next = (): void => {
    while (idle.length > 0) {
      const pending = queue.shift();
      const thread = pending === undefined ? undefined : idle.pop();
      if (pending === undefined || thread === undefined) return;
      busy.add(pending);
      thread.once('message', () => {
        busy.delete(pending);
        idle.push(thread);
        next();
      });
      pending.start(thread);
    }
  };
  return {
    threads,
    isBroken: () => failure !== undefined,
    run: (name, task) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        const start = (thread: Worker) => {
          thread.once('message', (result) => resolve(result));
          thread.postMessage({ name, task });
        };
        queue.push({ start, refuse: reject });
        next();
      }),
    async close() {
      refuseAll();
      await Promise.all(workers.map((thread) => thread.terminate()));
    },
  };
}

/** @param ended hears when it has died, and of what */
function startThread(ended: (cause?: unknown) => void): Worker {
  const thread = new Worker(SCRIPT, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  thread.on('error', ended);
  thread.on('exit', () => ended());
  thread.unref();
  return thread;
}
