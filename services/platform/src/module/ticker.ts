import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../log/log.ts';

export interface Ticker {
  wake(): void;
  stop(): Promise<void>;
}

/** Repeats `work` with `everyMs` of rest between two runs; `wake` ends a rest. */
export function startTicker(
  name: string,
  everyMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  log: Logger,
): Ticker {
  const stopping = new AbortController();
  let endRest: () => void = () => {};
  let woken = false;

  async function rest(): Promise<void> {
    if (woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function loop(): Promise<void> {
    await rest();
    while (!stopping.signal.aborted) {
      woken = false;
      try {
        await work(stopping.signal);
      } catch (err) {
        if (!stopping.signal.aborted) report(log, name, err);
      }
      if (!stopping.signal.aborted) await rest();
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
function report(log: Logger, job: string, err: unknown): void {
  if (err instanceof AppError && err.code === 'UNAVAILABLE') log.warn('job put off', { job, err });
  else log.error('job failed', { job, err });
}
