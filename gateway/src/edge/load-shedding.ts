import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { RequestHandler } from 'express';
import { sendProblem } from './problem-response.ts';

const resolutionMs = 20;
const nanosecondsPerMs = 1e6;
/** Half of the ticks of a window later than this: more requests would only make all of them late. */
const tooLateMs = 200;
/** One late window is a batch of an import at work; several in a row are too much work. */
const windowsInARow = 3;
/**
 * So few in progress are not what makes the loop late: an import is at work, or other programs have the processor.
 * Refusing one of them would speed nothing up.
 */
const fewInProgress = 8;

export interface LoadShedding {
  readonly handler: RequestHandler;
  /** Looks at the last window and starts the next. */
  measure(): void;
  stop(): void;
}

type Delay = Pick<IntervalHistogram, 'percentile' | 'reset' | 'enable' | 'disable' | 'count'>;

/** Answers 503 at once while the event loop lags under many requests; what has begun goes on. */
export function loadShedding(
  delay: Delay = monitorEventLoopDelay({ resolution: resolutionMs }),
): LoadShedding {
  let lateWindows = 0;
  let inProgress = 0;
  delay.enable();
  return {
    handler: (_req, res, next) => {
      if (lateWindows < windowsInARow || inProgress < fewInProgress) {
        inProgress += 1;
        res.once('close', () => {
          inProgress -= 1;
        });
        return next();
      }
      sendProblem(res, new AppError('UNAVAILABLE', 'OVERLOADED', 'Too busy right now. Please try again.'));
    },
    measure() {
      const isLate = delay.count > 0 && delay.percentile(50) / nanosecondsPerMs > tooLateMs;
      lateWindows = isLate ? lateWindows + 1 : 0;
      delay.reset();
    },
    stop: () => delay.disable(),
  };
}
