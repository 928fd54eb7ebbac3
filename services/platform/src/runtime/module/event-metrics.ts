import type { ServiceName } from '../../core/context/caller.ts';
import type { Metrics } from '../../core/telemetry/metrics.ts';
import type { ModuleEvents } from './module-events.ts';

export const EVENT_METRICS_EVERY_MS = 15_000;

/**
 * What an idle or stuck service would not report of its own accord: how much waits in its outbox (the relay sets those
 * gauges when the backlog is read) and how much its consumers have not handled.
 */
export function measureEvents(
  service: ServiceName,
  events: Pick<ModuleEvents, 'backlog' | 'lag'>,
  metrics: Pick<Metrics, 'gauge'>,
): () => Promise<void> {
  const lag = metrics.gauge(
    'consumer_lag_messages',
    'Messages on the bus that the consumers of a service have not handled',
    ['service'],
  );
  return async () => {
    await events.backlog();
    lag.set({ service }, await events.lag());
  };
}
