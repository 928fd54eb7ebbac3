import { setImmediate as restOfTurn } from 'node:timers/promises';
import { type Context, context } from '@opentelemetry/api';
import { AppError, resourceExhausted } from '../core/errors/app-error.ts';
import { isRecorded } from '../core/telemetry/trace-context.ts';

export interface CommitterOptions<In, Out> {
  /** Most items per commit; default 128. */
  readonly maxBatch?: number;
  /** Capacity of the queue, default 4,096; further items are refused. */
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
  /** The caller's trace context. A batch runs in the first one that is recorded. */
  readonly context: Context;
}

/**
 * Group commit: concurrent callers share a transaction and the cost of one fsync. There is no timer and at most one
 * batch is in flight, so a single caller does not wait. Under load, callers form two alternating batches: the next
 * batch is sent before the results of the last one are delivered, so database and process work in parallel. When idle,
 * the first batch takes all items of the current turn of the event loop. When a batch fails, each item is retried
 * alone, so that one bad item does not fail the others. There is no retry after UNAVAILABLE: the database is down or
 * the outcome is unknown.
 */
export function createCommitter<In, Out>(options: CommitterOptions<In, Out>): Committer<In, Out> {
  const maxBatch = options.maxBatch ?? 128;
  const maxQueued = options.maxQueued ?? 4_096;
  const queue: Waiting<In, Out>[] = [];
  let isBusy = false;

  async function drain(): Promise<void> {
    // Items submitted in the rest of this turn of the event loop join the batch.
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

const queueFull = () =>
  resourceExhausted('QUEUE_FULL', 'Too many requests at once; try again in a moment', {
    retryAfterMs: 1_000,
  });
