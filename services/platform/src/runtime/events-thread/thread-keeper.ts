import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '../../core/context/caller.ts';
import type { Logger } from '../../core/log/log.ts';
import { backOff } from '../../messaging/back-off.ts';
import { type Ask, type Thread, threadEnded } from './thread-handle.ts';
import type { ThreadCommand } from './thread-protocol.ts';

export interface ThreadKeeperOptions {
  launch(): Thread;
  /** Services that a new thread has to start. */
  begun(): readonly ServiceName[];
  readonly log: Pick<Logger, 'error' | 'info'>;
  /** Delay before a restart, by the number of consecutive failures; default: see backOff. */
  rest?: ((failures: number) => Promise<unknown>) | undefined;
}

/** Restarts the thread when it ends. */
export interface ThreadKeeper {
  /** @throws AppError as Thread.ask; UNAVAILABLE EVENTS_ENDED, caused by the last fault, until the restart is done */
  ask: Ask;
  send(command: ThreadCommand): void;
  close(): Promise<void>;
}

/** A thread that ran this long, ms, resets the count of consecutive failures. */
const CALM_MS = 60_000;
/** Time for a thread to close its connections, ms. */
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
      // The new thread died or did not start; its end triggers the next restart.
      await fresh.terminate(error);
    }
  }

  return {
    async ask(...asked) {
      if (!isUp) throw threadEnded(fault);
      return await newest.ask(...asked);
    },
    send: (command) => newest.send(command),
    async close() {
      isClosing = true;
      await end(newest);
    },
  };
}

async function end(thread: Thread): Promise<void> {
  thread.send({ does: 'close' });
  await Promise.race([thread.ended, delay(CLOSE_MS, undefined, { ref: false })]);
  await thread.terminate();
}

/** The timer does not keep the process alive. */
function restIdly(failures: number): Promise<void> {
  return delay(backOff(failures), undefined, { ref: false });
}
