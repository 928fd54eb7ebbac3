import type { Metrics } from '../telemetry/metrics.ts';
import type { Measured } from './thread-protocol.ts';

/** Metrics whose values are told to the thread that Prometheus asks. */
export function toldMetrics(tell: (measured: Measured) => void): Pick<Metrics, 'counter' | 'gauge'> {
  return {
    counter: (name, help, labels = []) => ({
      add: (values, value = 1) => tell({ kind: 'counter', name, help, labels, values, value }),
    }),
    gauge: (name, help, labels = []) => ({
      set: (values, value) => tell({ kind: 'gauge', name, help, labels, values, value }),
    }),
  };
}

/** Takes what such metrics told. */
export function takeMeasured(
  metrics: Pick<Metrics, 'counter' | 'gauge'>,
  { kind, name, help, labels, values, value }: Measured,
): void {
  if (kind === 'counter') metrics.counter(name, help, labels).add(values, value);
  else metrics.gauge(name, help, labels).set(values, value);
}
