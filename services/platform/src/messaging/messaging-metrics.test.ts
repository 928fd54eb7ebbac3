import { expect, it } from 'vitest';
import { createMetrics } from '../core/telemetry/metrics.ts';
import { consumerMetrics, relayMetrics } from './messaging-metrics.ts';

it('counters of a relay and a consumer start at 0', async () => {
  const metrics = createMetrics();
  relayMetrics('vault', metrics);
  consumerMetrics('on-thing', metrics);
  const text = await metrics.text();
  expect(text).toContain('piivault_outbox_shipped_total{service="vault"} 0');
  for (const name of ['messages', 'repeated', 'parked'])
    expect(text).toContain(`piivault_consumer_${name}_total{consumer="on-thing"} 0`);
});
