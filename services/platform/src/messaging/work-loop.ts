import { backOff } from './back-off.ts';

/**
 * What a pass left to do. After 'more' the next pass starts at once. After 'little' the loop pauses so that work is
 * processed in batches. After 'nothing' it rests until a wake-up or the next poll.
 */
export type PassOutcome = 'more' | 'little' | 'nothing';

export interface WorkLoopOptions {
  /** Does one portion of work. */
  pass(): Promise<PassOutcome>;
  /** Longest pause between passes without a wake-up, in ms. */
  readonly pollMs: number;
  /** Pause after 'little', in ms, which only a flush or the stop ends early; default: none. */
  readonly gatherMs?: number;
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
  const [rest, waiters] = [createRest(), createWaiters()];
  let isStopped = false;
  let isWoken = true;
  let isGathering = false;
  let failures = 0;

  async function run(): Promise<void> {
    while (!isStopped) {
      isWoken = false;
      const outcome = await attempt(options, waiters);
      failures = outcome === 'failed' ? failures + 1 : 0;
      if (!isStopped) await restAfter(outcome);
    }
    waiters.release();
  }

  async function restAfter(outcome: PassOutcome | 'failed'): Promise<void> {
    if (outcome === 'failed') return await rest.for(backOff(failures));
    if (outcome === 'more' || (outcome === 'nothing' && isWoken)) return;
    if (outcome === 'nothing') return await rest.for(options.pollMs);
    if (options.gatherMs === undefined || waiters.areThere()) return;
    isGathering = true;
    await rest.for(options.gatherMs);
    isGathering = false;
  }

  function wake(): void {
    isWoken = true;
    // While it fails, callers must not turn the back-off into a busy loop.
    if (failures === 0 && !isGathering) rest.end();
  }

  const ended = run();
  return {
    wake,
    flush() {
      if (isStopped) return Promise.resolve();
      const flushed = waiters.add();
      isGathering = false;
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

/** Runs one pass and then resolves its waiters, unless there is more to do. */
async function attempt(options: WorkLoopOptions, waiters: Waiters): Promise<PassOutcome | 'failed'> {
  waiters.passBegins();
  try {
    const outcome = await options.pass();
    if (outcome === 'nothing') waiters.passEnded();
    return outcome;
  } catch (error) {
    options.onError(error);
    waiters.passEnded();
    return 'failed';
  }
}

type Waiters = ReturnType<typeof createWaiters>;

/** Callers of `flush`, each of which waits for a pass that begins after its call. */
function createWaiters() {
  let asked: (() => void)[] = [];
  let served: (() => void)[] = [];
  return {
    add: () => new Promise<void>((resolve) => asked.push(resolve)),
    areThere: () => asked.length + served.length > 0,
    passBegins() {
      served = [...served, ...asked];
      asked = [];
    },
    passEnded() {
      for (const resolve of served.splice(0)) resolve();
    },
    /** No pass will come any more. */
    release() {
      for (const resolve of [...served.splice(0), ...asked.splice(0)]) resolve();
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
