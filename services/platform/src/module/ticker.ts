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
        if (!stopping.signal.aborted) report(err);
      }
      if (!stopping.signal.aborted) await rest();
    }
  }

  function report(err: unknown): void {
    // While another process starts or is away, there is nothing wrong with this one.
    const isPutOff = err instanceof AppError && err.code === 'UNAVAILABLE';
    if (isPutOff) log.warn('job put off', { job: name, err });
    else log.error('job failed', { job: name, err });
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
