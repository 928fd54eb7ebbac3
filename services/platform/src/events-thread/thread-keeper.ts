import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '../context/caller.ts';
import { backOff } from '../events/back-off.ts';
import type { Logger } from '../log/log.ts';
import { type Ask, type Thread, threadEnded } from './thread-handle.ts';
import type { Told } from './thread-protocol.ts';

export interface ThreadKeeperOptions {
  launch(): Thread;
  /** Services that a new thread has to start. */
  begun(): readonly ServiceName[];
  readonly log: Pick<Logger, 'error' | 'info'>;
  /** Passes before the thread is started anew, after so many faults in a row; see backOff. */
  rest?: ((failures: number) => Promise<unknown>) | undefined;
}

/** A thread that is started anew when it ends. */
export interface ThreadKeeper {
  /** @throws AppError as Thread.ask; UNAVAILABLE EVENTS_ENDED because of the last fault, until a new one runs */
  ask: Ask;
  tell(told: Told): void;
  close(): Promise<void>;
}

/** A thread that ran for so long, ms, has not failed in a row with the one before. */
const CALM_MS = 60_000;
/** What a thread has to close its connections, ms. */
const CLOSE_MS = 10_000;

export function keepThread(options: ThreadKeeperOptions): ThreadKeeper {
  const { log, rest = restIdly } = options;
  let isClosing = false;
  let isUp = true;
  let failures = 0;
  let fault: unknown;
  let newest = launch();

  function launch(): Thread {
    const thread = options.launch();
    const since = performance.now();
    thread.ended.then((cause) => {
      isUp = false;
      fault = cause;
      if (isClosing) return;
      failures = performance.now() - since < CALM_MS ? failures + 1 : 1;
      log.error('the thread of relays and consumers has ended', { err: cause, failures });
      void restart();
    });
    return thread;
  }

  async function restart(): Promise<void> {
    await rest(failures);
    if (isClosing) return;
    const fresh = launch();
    newest = fresh;
    try {
      await Promise.all(options.begun().map((service) => fresh.ask(service, 'start')));
      isUp = true;
      log.info('relays and consumers go on');
    } catch (error) {
      // It has died as well, or does not come to life; its end begins another try.
      await fresh.terminate(error);
    }
  }

  return {
    async ask(...asked) {
      if (!isUp) throw threadEnded(fault);
      return await newest.ask(...asked);
    },
    tell: (told) => newest.tell(told),
    async close() {
      isClosing = true;
      await end(newest);
    },
  };
}

async function end(thread: Thread): Promise<void> {
  thread.tell({ does: 'close' });
  await Promise.race([thread.ended, delay(CLOSE_MS, undefined, { ref: false })]);
  await thread.terminate();
}

/** A rest alone keeps no process alive. */
function restIdly(failures: number): Promise<void> {
  return delay(backOff(failures), undefined, { ref: false });
}
