import { backOff } from './back-off.ts';

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
  const waiters = createWaiters();

  async function pass(): Promise<'more' | 'done' | 'failed'> {
    isWoken = false;
    waiters.passBegins();
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
      if (outcome !== 'more') waiters.passEnded();
      if (outcome === 'more' || isStopped || (isWoken && outcome === 'done')) continue;
      await rest.for(outcome === 'failed' ? backOff(failures) : options.pollMs);
    }
    waiters.passBegins();
    waiters.passEnded();
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
      const flushed = waiters.add();
      wake();
      return flushed;
    },
    async stop() {
      isStopped = true;
      rest.end();
      await ended;
    },
  };
}

/** Those who wait for a pass that begins after they asked. */
function createWaiters() {
  let asked: (() => void)[] = [];
  let served: (() => void)[] = [];
  return {
    add: () => new Promise<void>((resolve) => asked.push(resolve)),
    passBegins() {
      served = [...served, ...asked];
      asked = [];
    },
    passEnded() {
      for (const resolve of served.splice(0)) resolve();
    },
  };
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
