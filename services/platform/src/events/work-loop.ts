export interface WorkLoopOptions {
  /** Does one portion of work; true when there may be more at once. */
  pass(): Promise<boolean>;
  /** Longest pause between passes when nobody wakes the loop, in ms. */
  readonly pollMs: number;
  /** Pause after a pass that threw, in ms, doubled up to 5 s while it goes on failing. */
  readonly retryMs?: number;
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

const MAX_RETRY_MS = 5_000;

/** Runs `pass` over and over in the background, one at a time: at once when woken, else at every poll. */
export function startWorkLoop(options: WorkLoopOptions): WorkLoop {
  let isStopped = false;
  let isWoken = true;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let endPause: (() => void) | undefined;
  let waiting: (() => void)[] = [];
  let served: (() => void)[] = [];

  function wake(): void {
    isWoken = true;
    // While it fails, callers must not turn the back-off into a busy loop.
    if (failures === 0) endPause?.();
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      endPause = () => {
        clearTimeout(timer);
        endPause = undefined;
        resolve();
      };
      timer = setTimeout(endPause, ms);
    });
  }

  function release(): void {
    for (const resolve of served) resolve();
    served = [];
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isWoken = false;
      served.push(...waiting);
      waiting = [];
      const outcome = await options.pass().catch((error: unknown) => {
        options.onError(error);
        return 'failed' as const;
      });
      failures = outcome === 'failed' ? failures + 1 : 0;
      if (outcome !== true) release();
      if (outcome === true || isStopped || (isWoken && outcome !== 'failed')) continue;
      const retryMs = Math.min((options.retryMs ?? 100) * 2 ** Math.min(failures - 1, 10), MAX_RETRY_MS);
      await pause(outcome === 'failed' ? retryMs * (0.5 + Math.random() / 2) : options.pollMs);
    }
    served.push(...waiting);
    waiting = [];
    release();
  }

  const done = run();
  return {
    wake,
    flush() {
      if (isStopped) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
        wake();
      });
    },
    async stop() {
      isStopped = true;
      endPause?.();
      await done;
    },
  };
}
