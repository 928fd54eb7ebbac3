export interface WorkLoopOptions {
  /** Does one portion of work; true when there may be more at once. */
  pass(): Promise<boolean>;
  /** Longest pause between passes when nobody wakes the loop, in ms. */
  readonly pollMs: number;
  onError(error: unknown): void;
}

export interface WorkLoop {
  /** Work has come in: pass now, or once more after the running pass. */
  wake(): void;
  /** Resolves when a pass that began after this call found nothing to do, or failed, or the loop was stopped. */
  flush(): Promise<void>;
  /** Lets the running pass finish; no pass begins afterwards. */
  stop(): Promise<void>;
}

/** Runs `pass` over and over in the background, one at a time: at once when woken, else at every poll. */
export function startWorkLoop(options: WorkLoopOptions): WorkLoop {
  const rest = createRest();
  let isStopped = false;
  let isWoken = true;
  let failures = 0;
  /** Flushes that wait for the next pass to begin, and those whose pass has begun. */
  let asked: (() => void)[] = [];
  let served: (() => void)[] = [];

  function release(): void {
    for (const resolve of served.splice(0)) resolve();
  }

  async function pass(): Promise<'more' | 'done' | 'failed'> {
    isWoken = false;
    served = [...served, ...asked];
    asked = [];
    try {
      return (await options.pass()) ? 'more' : 'done';
    } catch (error) {
      options.onError(error);
      return 'failed';
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const outcome = await pass();
      failures = outcome === 'failed' ? failures + 1 : 0;
      if (outcome !== 'more') release();
      if (outcome === 'more' || isStopped || (isWoken && outcome === 'done')) continue;
      await rest.for(outcome === 'failed' ? backOff(failures) : options.pollMs);
    }
    served = [...served, ...asked];
    release();
  }

  function wake(): void {
    isWoken = true;
    // While it fails, callers must not turn the back-off into a busy loop.
    if (failures === 0) rest.end();
  }

  const ended = run();
  return {
    wake,
    flush() {
      if (isStopped) return Promise.resolve();
      return new Promise((resolve) => {
        asked.push(resolve);
        wake();
      });
    },
    async stop() {
      isStopped = true;
      rest.end();
      await ended;
    },
  };
}

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/** Doubles with each failure up to 5 s; half of it is random, so that processes do not retry in step. */
function backOff(failures: number): number {
  const ms = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10), MAX_RETRY_MS);
  return ms * (0.5 + Math.random() / 2);
}

/** A pause that can be cut short. */
function createRest() {
  let end: () => void = () => undefined;
  return {
    end: () => end(),
    for: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
