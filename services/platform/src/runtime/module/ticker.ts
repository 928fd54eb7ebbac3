import { AppError } from '../../core/errors/app-error.ts';
import type { Logger } from '../../core/log/log.ts';

export interface Ticker {
  wake(): void;
  stop(): Promise<void>;
}

/** A rest after work that was put off because another process was away, ms. */
const PUT_OFF_MS = 5_000;

/** Repeats `work` with `everyMs` of rest between two runs, less after one that was put off; `wake` ends a rest. */
export function startTicker(
  name: string,
  everyMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  log: Logger,
): Ticker {
  const stopping = new AbortController();
  let endRest: () => void = () => {};
  let woken = false;

  async function rest(ms: number): Promise<void> {
    if (woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function loop(): Promise<void> {
    await rest(everyMs);
    while (!stopping.signal.aborted) {
      woken = false;
      let isPutOff = false;
      try {
        await work(stopping.signal);
      } catch (err) {
        isPutOff = isAway(err);
        if (!stopping.signal.aborted) report(log, name, err, isPutOff);
      }
      if (!stopping.signal.aborted) await rest(isPutOff ? Math.min(everyMs, PUT_OFF_MS) : everyMs);
    }
  }

  const done = loop();
  return {
    wake() {
      woken = true;
      endRest();
    },
    async stop() {
      stopping.abort();
      endRest();
      await done;
    },
  };
}

/** While another process starts or is away, there is nothing wrong with this one. */
function report(log: Logger, job: string, err: unknown, isPutOff: boolean): void {
  if (isPutOff) log.warn('job put off', { job, err });
  else log.error('job failed', { job, err });
}

function isAway(err: unknown): boolean {
  return err instanceof AppError && (err.code === 'UNAVAILABLE' || err.code === 'DEADLINE_EXCEEDED');
}
