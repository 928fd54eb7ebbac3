import { setImmediate as restOfTurn } from 'node:timers/promises';
import { type Context, context } from '@opentelemetry/api';
import { AppError } from '../errors/app-error.ts';
import { isRecorded } from '../telemetry/trace-context.ts';

export interface CommitterOptions<In, Out> {
  /** Items per commit, 128 unless told. */
  readonly maxBatch?: number;
  /** Items that may wait, 4,096 unless told; the next one is refused. */
  readonly maxQueued?: number;
  /** Does all items in one transaction and returns their results in the same order. */
  commit(items: In[]): Promise<Out[]>;
}

export interface Committer<In, Out> {
  /** @throws AppError RESOURCE_EXHAUSTED when the queue is full, or whatever `commit` throws for this item alone */
  submit(item: In): Promise<Out>;
}

interface Waiting<In, Out> {
  readonly item: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
  /** The trace of whoever waits: a batch belongs to the first that is recorded. */
  readonly context: Context;
}

/**
 * Lets concurrent callers share a commit. There is no timer and one batch is in flight: a lone caller waits for nobody,
 * and a crowd shares the cost of one fsync. A crowd goes in two halves by turns: when one half returns, the other is
 * sent before its answers are given, so that the database works on the one while this process works for the other (all
 * of them at once would leave either idle while the other works). From rest, everybody who came in the same turn of the
 * event loop goes. When a batch fails, each of its items is tried alone, so that one bad item harms nobody else; unless
 * the database is away or the outcome unknown, when another try could only repeat the harm.
 */
export function createCommitter<In, Out>(options: CommitterOptions<In, Out>): Committer<In, Out> {
  const maxBatch = options.maxBatch ?? 128;
  const maxQueued = options.maxQueued ?? 4_096;
  const queue: Waiting<In, Out>[] = [];
  let isBusy = false;

  async function drain(): Promise<void> {
    // Whoever submits in the rest of this turn of the event loop comes along.
    await restOfTurn();
    let returned = 0;
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      const half = returned === 0 ? queue.length : Math.ceil((returned + queue.length) / 2);
      const batch = queue.splice(0, Math.min(half, maxBatch));
      const traced = batch.find((waiting) => isRecorded(waiting.context)) ?? first;
      const answer = await context.with(traced.context, tried, undefined, options.commit, batch);
      returned = batch.length;
      if (queue.length > 0) setImmediate(answer);
      else {
        answer();
        await restOfTurn();
        returned = 0;
      }
    }
    isBusy = false;
  }

  return {
    submit(item) {
      if (queue.length >= maxQueued) return Promise.reject(queueFull());
      return new Promise<Out>((resolve, reject) => {
        queue.push({ item, resolve, reject, context: context.active() });
        if (isBusy) return;
        isBusy = true;
        void drain();
      });
    },
  };
}

/** Never rejects: gives the function that settles every item. */
async function tried<In, Out>(
  commit: (items: In[]) => Promise<Out[]>,
  batch: readonly Waiting<In, Out>[],
): Promise<() => void> {
  try {
    const results = await commit(batch.map((waiting) => waiting.item));
    if (results.length !== batch.length)
      throw new Error('commit returned another number of results than items');
    return () => {
      batch.forEach((waiting, index) => {
        waiting.resolve(results[index] as Out);
      });
    };
  } catch (error) {
    if (batch.length > 1 && !(error instanceof AppError && error.code === 'UNAVAILABLE')) {
      for (const waiting of batch) (await tried(commit, [waiting]))();
      return () => undefined;
    }
    return () => {
      for (const waiting of batch) waiting.reject(error);
    };
  }
}

function queueFull(): AppError {
  return new AppError(
    'RESOURCE_EXHAUSTED',
    'QUEUE_FULL',
    'Too many requests at once; try again in a moment',
    {
      retryAfterMs: 1_000,
    },
  );
}
