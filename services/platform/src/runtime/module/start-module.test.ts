import { expect, it } from 'vitest';
import { createMetrics } from '../../core/telemetry/metrics.ts';
import { NOTHING_WRITTEN } from '../../messaging/backlog.ts';
import { measureEvents } from './start-module.ts';

it('metrics of events read the backlog and report the lag of the consumers', async () => {
  const metrics = createMetrics();
  let reads = 0;
  const events = {
    backlog: async () => {
      reads += 1;
      return NOTHING_WRITTEN;
    },
    lag: async () => 12,
  };
  await measureEvents('lineage', events, metrics)();
  expect(reads).toBe(1);
  expect(await metrics.text()).toContain('piivault_consumer_lag_messages{service="lineage"} 12');
});
