import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '../context/caller.ts';
import type { Logger } from '../log/log.ts';
import type { EventsPlace } from '../module/events-place.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type Ask, startThread, type Thread, type ThreadOptions, threadEnded } from './thread-handle.ts';
import { takeMeasured } from './thread-metrics.ts';
import { threadProxy } from './thread-proxy.ts';

export interface EventsThreadOptions extends Pick<ThreadOptions, 'file' | 'settings'> {
  readonly log: Pick<Logger, 'error' | 'info'>;
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>;
  /** Rest before a thread that died is started anew, ms; 1 s unless told. */
  readonly restMs?: number;
}

/** Relays, bus and consumers of every module in one thread beside the requests, with connections of their own. */
export interface EventsThread extends EventsPlace {
  /** Ends the thread; to be called after its modules have stopped. */
  close(): Promise<void>;
}

interface Member {
  wake(): void;
  isStarted: boolean;
}

const REST_MS = 1_000;
/** What a thread has to close its connections, ms. */
const CLOSE_MS = 10_000;

/**
 * Starts the thread. One that dies is started anew with the services that ran in it: what it had begun is in outbox, log and
 * inbox, as after the death of a process. Until they run again none of their modules is ready.
 */
export function eventsThread(options: EventsThreadOptions): EventsThread {
  const { log, metrics } = options;
  const members = new Map<ServiceName, Member>();
  let isClosing = false;
  let isUp = true;
  let newest = launch();

  function launch(): Thread {
    const thread = startThread({
      ...options,
      wake: (service) => members.get(service)?.wake(),
      measured: (measured) => takeMeasured(metrics, measured),
    });
    thread.ended.then((cause) => {
      isUp = false;
      if (isClosing) return;
      log.error('the thread of relays and consumers has ended', { err: cause });
      void restart();
    });
    return thread;
  }

  async function restart(): Promise<void> {
    await delay(options.restMs ?? REST_MS, undefined, { ref: false });
    if (isClosing) return;
    const fresh = launch();
    newest = fresh;
    const begun = [...members].filter(([, { isStarted }]) => isStarted);
    try {
      await Promise.all(begun.map(([service]) => fresh.ask(service, 'start')));
      isUp = true;
      log.info('relays and consumers go on');
    } catch {
      // It has died as well, or does not come to life; its end begins another try.
      await fresh.terminate();
    }
  }

  const ask: Ask = async (...asked) => {
    if (!isUp) throw threadEnded();
    return await newest.ask(...asked);
  };
  return {
    of({ service, db, wake }) {
      const member = { wake, isStarted: false };
      members.set(service, member);
      const look = () => newest.tell({ does: 'look', service });
      const started = (isStarted: boolean) => {
        member.isStarted = isStarted;
      };
      return threadProxy({ service, db, ask, look, started });
    },
    async close() {
      isClosing = true;
      newest.tell({ does: 'close' });
      await Promise.race([newest.ended, delay(CLOSE_MS, undefined, { ref: false })]);
      await newest.terminate();
    },
  };
}
