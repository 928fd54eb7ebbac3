import type { Metrics } from '../../core/telemetry/metrics.ts';
import type { Measured } from './thread-protocol.ts';

/** Metrics whose values are sent to the thread that serves Prometheus. */
export function reportedMetrics(send: (measured: Measured) => void): Pick<Metrics, 'counter' | 'gauge'> {
  return {
    counter: (name, help, labels = []) => ({
      add: (values, value = 1) => send({ kind: 'counter', name, help, labels, values, value }),
    }),
    gauge: (name, help, labels = []) => ({
      set: (values, value) => send({ kind: 'gauge', name, help, labels, values, value }),
    }),
  };
}

/** Records a value that another thread sent. */
export function takeMeasured(
  metrics: Pick<Metrics, 'counter' | 'gauge'>,
  { kind, name, help, labels, values, value }: Measured,
): void {
  if (kind === 'counter') metrics.counter(name, help, labels).add(values, value);
  else metrics.gauge(name, help, labels).set(values, value);
}
