import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import { type ConfigOf, defineConfig, loadConfig } from '../config/config.ts';
import { type Buckets, buckets } from './histogram.ts';

export type Labels = Readonly<Record<string, string>>;

/** Prometheus metrics of one process. Requesting a name again returns the same metric. */
export interface Metrics {
  counter(
    name: string,
    help: string,
    labels?: readonly string[],
  ): { add(labels: Labels, value?: number): void };
  gauge(name: string, help: string, labels?: readonly string[]): { set(labels: Labels, value: number): void };
  histogram(name: string, help: string): { observe(labels: Labels, value: number): void };
  /** Calls `read` before each scrape: for gauges that are cheap to read. */
  onScrape(read: () => void): void;
  /** The text that Prometheus scrapes. */
  text(): Promise<string>;
}

const PREFIX = 'piivault_';
/** Seconds; from an in-process call to the gateway's deadline. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export const metricsConfig = defineConfig('PIIVAULT', {
  /** Sampling interval of the event-loop delay, ms: each sample wakes the process. */
  loopDelayResolutionMs: z.coerce.number().int().min(1).max(10_000).default(100),
});

/** @param settings as by default where there is no environment */
export function createMetrics(
  settings: ConfigOf<typeof metricsConfig> = loadConfig(metricsConfig, {}),
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: settings.loopDelayResolutionMs });
  // prom-client's histogram costs 5 µs for each value, and each request observes three.
  const histograms = new Map<string, Buckets>();
  const readers: (() => void)[] = [];
  const described = (name: string, help: string, labels: readonly string[] = []) => ({
    name: PREFIX + name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  function known<M>(name: string, type: new (...args: never[]) => M): M | undefined {
    const metric: unknown = registry.getSingleMetric(PREFIX + name);
    return metric instanceof type ? metric : undefined;
  }
  return {
    counter(name, help, labels) {
      const metric = known(name, Counter) ?? new Counter(described(name, help, labels));
      const ofLabels = childrenOf((values) => metric.labels({ ...values }));
      return { add: (values, value = 1) => ofLabels(values).inc(value) };
    },
    gauge(name, help, labels) {
      const metric = known(name, Gauge) ?? new Gauge(described(name, help, labels));
      return { set: (values, value) => metric.set({ ...values }, value) };
    },
    histogram(name, help) {
      const histogram = histograms.get(name) ?? buckets(PREFIX + name, help, BUCKETS);
      histograms.set(name, histogram);
      return histogram;
    },
    onScrape(read) {
      readers.push(read);
    },
    async text() {
      for (const read of readers) read();
      const parts = [...histograms.values()].map((histogram) => histogram.text());
      return [await registry.metrics(), ...parts].join('');
    },
  };
}

/** The metric of each set of labels, looked up by their values: labels of one metric must have one order. */
function childrenOf<M>(make: (values: Labels) => M): (values: Labels) => M {
  const children = new Map<string, M>();
  return (values) => {
    let name = '';
    for (const label in values) name += `${values[label]}\n`;
    let child = children.get(name);
    if (child === undefined) {
      child = make(values);
      children.set(name, child);
    }
    return child;
  };
}
