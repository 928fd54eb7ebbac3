import type { ServiceName } from '../context/caller.ts';
import type { EventsPlace } from '../module/events-place.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { startThread, type ThreadOptions } from './thread-handle.ts';
import { keepThread, type ThreadKeeperOptions } from './thread-keeper.ts';
import { takeMeasured } from './thread-metrics.ts';
import { threadProxy } from './thread-proxy.ts';

export interface EventsThreadOptions
  extends Pick<ThreadOptions, 'file' | 'settings'>,
    Pick<ThreadKeeperOptions, 'log' | 'rest'> {
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>;
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

/**
 * Starts the thread. One that dies is started anew with the services that ran in it: what it had begun is in outbox,
 * log and inbox, as after the death of a process. Until they run again none of their modules is ready.
 */
export function eventsThread({ file, settings, metrics, log, rest }: EventsThreadOptions): EventsThread {
  const members = new Map<ServiceName, Member>();
  const launch = () =>
    startThread({
      file,
      settings,
      wake: (service) => members.get(service)?.wake(),
      measured: (measured) => takeMeasured(metrics, measured),
    });
  const begun = () => [...members].flatMap(([service, { isStarted }]) => (isStarted ? [service] : []));
  const { ask, tell, close } = keepThread({ launch, begun, log, rest });
  return {
    of({ service, db, wake }) {
      const member = { wake, isStarted: false };
      members.set(service, member);
      const look = () => tell({ does: 'look', service });
      const started = (isStarted: boolean) => {
        member.isStarted = isStarted;
      };
      return threadProxy({ service, db, ask, look, started });
    },
    close,
  };
}
