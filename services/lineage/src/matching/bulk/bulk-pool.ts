import { availableParallelism } from 'node:os';
import { internal } from '@pii-vault/platform/core/errors/app-error';
import { JobThread } from '@pii-vault/platform/core/threads/job-thread';
import type { BulkResults, BulkTaskName, BulkTasks } from './bulk-tasks.ts';

/** A pool of threads that share the work of one pass over a space. */
export interface BulkPool {
  readonly threads: number;
  /** True when a thread has died or a task has failed: the pool refuses further tasks. */
  isBroken(): boolean;
  /** Runs the task in the next free thread. Tasks start in the order of the calls. */
  run<Name extends BulkTaskName>(name: Name, task: BulkTasks[Name]): Promise<BulkResults[Name]>;
  /** Ends the threads and rejects running tasks. */
  close(): Promise<void>;
}

/** Size of the young generation: few objects outlive their task, so a larger one would only hold garbage. */
const YOUNG_MB = 24;

/** @param threads default: one per core */
export function startBulkPool(threads: number = availableParallelism()): BulkPool {
  const all = Array.from({ length: threads }, startThread);
  const idle = [...all];
  const waiting: PromiseWithResolvers<JobThread>[] = [];
  let hasFailed = false;
  const isBroken = () => hasFailed || all.some((thread) => thread.hasEnded);

  async function nextFree(): Promise<JobThread> {
    const thread = idle.pop();
    if (thread !== undefined) return thread;
    const turn = Promise.withResolvers<JobThread>();
    waiting.push(turn);
    return await turn.promise;
  }

  function giveBack(thread: JobThread): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(thread);
    else next.resolve(thread);
  }

  return {
    threads,
    isBroken,
    async run<Name extends BulkTaskName>(name: Name, task: BulkTasks[Name]) {
      const thread = await nextFree();
      try {
        if (isBroken()) throw failed();
        return await thread.ask<BulkResults[Name]>({ name, task });
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        giveBack(thread);
      }
    },
    async close() {
      await Promise.all(all.map((thread) => thread.terminate()));
    },
  };
}

function startThread(): JobThread {
  return new JobThread({
    name: 'bulk matching',
    file: new URL('./bulk-thread.ts', import.meta.url),
    limits: { maxYoungGenerationSizeMb: YOUNG_MB },
    isBackground: true,
    ended: failed,
    failed,
  });
}

const failed = (cause?: Error) =>
  internal('BULK_THREAD_FAILED', 'Something went wrong on our side', { cause });
