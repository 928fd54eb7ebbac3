import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { RequestHandler } from 'express';
import { sendProblem } from './problem-response.ts';

const resolutionMs = 20;
const nanosecondsPerMs = 1e6;
/** Half of the ticks of a window later than this: more requests would only make all of them late. */
const tooLateMs = 200;

export interface LoadShedding {
  readonly handler: RequestHandler;
  /** Looks at the last window and starts the next. */
  measure(): void;
  stop(): void;
}

type Delay = Pick<IntervalHistogram, 'percentile' | 'reset' | 'enable' | 'disable' | 'count'>;

/** Answers 503 at once while the event loop lags; what has begun goes on. */
export function loadShedding(
  delay: Delay = monitorEventLoopDelay({ resolution: resolutionMs }),
): LoadShedding {
  let isLagging = false;
  delay.enable();
  return {
    handler: (_req, res, next) => {
      if (!isLagging) return next();
      sendProblem(res, new AppError('UNAVAILABLE', 'OVERLOADED', 'Too busy right now. Please try again.'));
    },
    measure() {
      isLagging = delay.count > 0 && delay.percentile(50) / nanosecondsPerMs > tooLateMs;
      delay.reset();
    },
    stop: () => delay.disable(),
  };
}
