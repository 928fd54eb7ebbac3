import { parentPort } from 'node:worker_threads';
import type { JobAnswer } from './job-thread.ts';

/** A job's result, with the buffers to transfer instead of copying. */
export interface Done<Result> {
  readonly result: Result;
  readonly moved: ArrayBuffer[];
}

/** In a thread: answers a job with the result of `work`, or with the name of its error. */
export function answerJob<Result>(job: number, work: () => Done<Result>): void {
  try {
    const { result, moved } = work();
    tell({ job, result }, moved);
  } catch (error) {
    tell({ job, failed: error instanceof Error ? error.name : 'Error' }, []);
  }
}

function tell<Result>(answer: JobAnswer<Result>, moved: ArrayBuffer[]): void {
  parentPort?.postMessage(answer, moved);
}
