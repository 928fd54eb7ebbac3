import type { Metrics } from '../core/telemetry/metrics.ts';
import type { Backlog } from './backlog.ts';

type Needed = Pick<Metrics, 'counter' | 'gauge'> | undefined;

// Counters begin at 0 when their process starts: a rate does not see the first step of a series that appears with it.

/** Metrics of a relay; does nothing without a registry. */
export function relayMetrics(service: string, metrics: Needed) {
  const shipped = metrics?.counter('outbox_shipped_total', 'Events handed to the bus', ['service']);
  const rows = metrics?.gauge('outbox_rows', 'Events that wait in the outbox', ['service']);
  const oldest = metrics?.gauge('outbox_oldest_seconds', 'Age of the oldest event in the outbox', [
    'service',
  ]);
  shipped?.add({ service }, 0);
  return {
    shipped(count: number) {
      if (count > 0) shipped?.add({ service }, count);
    },
    backlog(backlog: Backlog) {
      rows?.set({ service }, backlog.rows);
      oldest?.set({ service }, backlog.oldestMs / 1000);
    },
  };
}

/** Metrics of a consumer. */
export function consumerMetrics(consumer: string, metrics: Needed) {
  const handled = metrics?.counter('consumer_messages_total', 'Messages that took effect', ['consumer']);
  const repeated = metrics?.counter('consumer_repeated_total', 'Messages that the inbox knew, and left out', [
    'consumer',
  ]);
  const parked = metrics?.counter('consumer_parked_total', 'Messages set aside', ['consumer']);
  const stopped = metrics?.gauge('consumer_stopped', '1 while a message stops the consumer', ['consumer']);
  const refused = metrics?.counter(
    'consumer_refused_total',
    'Records that were not applied: their signature is missing or wrong',
    ['consumer', 'reason'],
  );
  for (const counter of [handled, repeated, parked]) counter?.add({ consumer }, 0);
  stopped?.set({ consumer }, 0);
  return {
    handled: (count: number) => handled?.add({ consumer }, count),
    repeated(count: number) {
      if (count > 0) repeated?.add({ consumer }, count);
    },
    refused: (reason: string) => refused?.add({ consumer, reason }, 1),
    parked: (count: number) => parked?.add({ consumer }, count),
    stopped: (isStopped: boolean) => stopped?.set({ consumer }, isStopped ? 1 : 0),
  };
}
