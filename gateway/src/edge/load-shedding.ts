import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { unavailable } from '@pii-vault/platform/core/errors/app-error';
import type { RequestHandler } from 'express';
import { sendProblem } from './problem-response.ts';

const resolutionMs = 20;
const nanosecondsPerMs = 1e6;
/** A window is overloaded when half of its ticks are later than this. */
const tooLateMs = 200;
/** One late window can be an import batch; several in a row are overload. */
const windowsInARow = 3;
/**
 * With fewer requests in progress they are not the cause of the delay (an import, or other programs), so refusing
 * them would not help.
 */
const fewInProgress = 8;

export interface LoadShedding {
  readonly handler: RequestHandler;
  /** Evaluates the last window and starts the next one. */
  measure(): void;
  stop(): void;
}

type Delay = Pick<IntervalHistogram, 'percentile' | 'reset' | 'enable' | 'disable' | 'count'>;

/** Responds 503 at once while the event loop lags under many requests; running requests continue. */
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
      sendProblem(res, unavailable('OVERLOADED', 'The service is overloaded. Please try again.'));
    },
    measure() {
      const isLate = delay.count > 0 && delay.percentile(50) / nanosecondsPerMs > tooLateMs;
      lateWindows = isLate ? lateWindows + 1 : 0;
      delay.reset();
    },
    stop: () => delay.disable(),
  };
}
