import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { AppError } from '../errors/app-error.ts';
import { threadEnv } from './thread-env.ts';

/** A thread's answer to a job. A failure holds only the error's name, because a message may contain a value. */
export type JobAnswer<Result> =
  | { readonly job: number; readonly result: Result }
  | { readonly job: number; readonly failed: string };

export interface JobThreadOptions {
  readonly name: string;
  /** The worker's file. It answers each job by a JobAnswer, and ends on request. */
  readonly file: URL;
  readonly limits: ResourceLimits;
  /** Whether the process may end while the thread runs; false unless given. */
  readonly isBackground?: boolean;
  /** Error for jobs that were pending when the thread ended; `cause` unless it ended normally. */
  ended(cause?: Error): AppError;
  /** Error for a failed job. */
  failed(cause: Error): AppError;
}

/** A pending job. */
interface Waiting {
  settle(answer: JobAnswer<never>): void;
  refuse(reason: AppError): void;
}

/** A worker thread and its pending jobs; it runs one at a time. */
export class JobThread {
  readonly #worker: Worker;
  readonly #options: JobThreadOptions;
  readonly #jobs = new Map<number, Waiting>();
  readonly #ended = Promise.withResolvers<void>();
  #last = 0;
  #hasEnded = false;
  #cause: Error | undefined;

  constructor(options: JobThreadOptions) {
    this.#options = options;
    const { name, file, limits } = options;
    this.#worker = new Worker(file, { name, env: threadEnv(), resourceLimits: limits });
    if (options.isBackground === true) this.#worker.unref();
    this.#worker.on('message', (answer: JobAnswer<never>) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error));
    // An unreadable message: its job is unknown, so all fail.
    this.#worker.on('messageerror', (error) => this.#end(error));
    this.#worker.once('exit', () => {
      this.#end();
      this.#ended.resolve();
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Number of pending jobs. */
  get jobs(): number {
    return this.#jobs.size;
  }

  /** @throws AppError `ended` or `failed` of the options */
  ask<Result>(task: object): Promise<Result> {
    if (this.#hasEnded) return Promise.reject(this.#options.ended(this.#cause));
    this.#last += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.tell({ ...task, job: this.#last });
    const settle = (answer: JobAnswer<never>) => {
      if ('result' in answer) resolve(answer.result);
      else reject(this.#options.failed(new Error(answer.failed)));
    };
    this.#jobs.set(this.#last, { settle, refuse: reject });
    return promise;
  }

  tell(task: object): void {
    this.#worker.postMessage(task);
  }

  /** Ends after its pending jobs. */
  async end(): Promise<void> {
    if (!this.#hasEnded) this.tell({ does: 'end' });
    await this.#ended.promise;
  }

  /** Ends at once; pending jobs are rejected. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
    await this.#ended.promise;
  }

  #settle(answer: JobAnswer<never>): void {
    const waiting = this.#jobs.get(answer.job);
    this.#jobs.delete(answer.job);
    waiting?.settle(answer);
  }

  #end(error?: unknown): void {
    if (!this.#hasEnded && error instanceof Error) {
      // Its message may contain a value.
      this.#cause = new Error('code' in error ? String(error.code) : error.name);
      this.#worker.terminate().catch(() => undefined);
    }
    this.#hasEnded = true;
    for (const { refuse } of this.#jobs.values()) refuse(this.#options.ended(this.#cause));
    this.#jobs.clear();
  }
}
