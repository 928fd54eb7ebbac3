import { expect, it } from 'vitest';
import { createMetrics } from '../core/telemetry/metrics.ts';
import { measurePools } from './pool-metrics.ts';

it('reads the pools at each scrape', async () => {
  const metrics = createMetrics();
  const idle = { used: 0, idle: 0, waiting: 0, max: 10 };
  let requests = { used: 3, idle: 1, waiting: 2, max: 10 };
  measurePools('vault', { usage: () => ({ requests, statements: idle, system: idle }) }, metrics);
  const first = await metrics.text();
  const of = (name: string, labels: string) =>
    `piivault_db_client_connection_${name}{service="vault",pool="requests"${labels}}`;
  expect(first).toContain(`${of('count', ',state="used"')} 3`);
  expect(first).toContain(`${of('count', ',state="idle"')} 1`);
  expect(first).toContain(`${of('max', '')} 10`);
  expect(first).toContain(`${of('pending_requests', '')} 2`);
  requests = { ...requests, used: 10 };
  expect(await metrics.text()).toContain(`${of('count', ',state="used"')} 10`);
});
