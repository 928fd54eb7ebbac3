import type { ServiceName } from '../../core/context/caller.ts';
import type { Metrics } from '../../core/telemetry/metrics.ts';
import type { EventsRuntime } from '../module/events-runtime.ts';
import { startThread, type ThreadOptions } from './thread-handle.ts';
import { keepThread, type ThreadKeeperOptions } from './thread-keeper.ts';
import { takeMeasured } from './thread-metrics.ts';
import { threadProxy } from './thread-proxy.ts';

export interface EventsThreadOptions
  extends Pick<ThreadOptions, 'file' | 'settings'>,
    Pick<ThreadKeeperOptions, 'log' | 'rest'> {
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>;
}

/** Runs relays, bus and consumers of all modules in a second thread, with their own connections. */
export interface EventsThread extends EventsRuntime {
  /** Ends the thread; to be called after its modules have stopped. */
  close(): Promise<void>;
}

interface Member {
  wake(): void;
  isStarted: boolean;
}

/**
 * Starts the thread. A thread that dies is restarted with the services that ran in it. Its work in progress is in
 * outbox, log and inbox, as after a crash of the process. Until the services run again, their modules are not ready.
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
  const { ask, send, close } = keepThread({ launch, begun, log, rest });
  return {
    of({ service, db, wake }) {
      const member = { wake, isStarted: false };
      members.set(service, member);
      const look = () => send({ does: 'look', service });
      const started = (isStarted: boolean) => {
        member.isStarted = isStarted;
      };
      return threadProxy({ service, db, ask, look, started });
    },
    close,
  };
}
