import type { Metrics } from '../core/telemetry/metrics.ts';
import type { OpenDatabase } from './open-database.ts';

/**
 * Use, saturation and size of a service's connection pools, read at each scrape.
 * Names follow OpenTelemetry's `db.client.connection.*`.
 */
export function measurePools(service: string, db: Pick<OpenDatabase, 'usage'>, metrics: Metrics): void {
  const labels = ['service', 'pool'];
  const count = metrics.gauge('db_client_connection_count', 'Open connections to PostgreSQL', [
    ...labels,
    'state',
  ]);
  const max = metrics.gauge('db_client_connection_max', 'Connections that the pool may open', labels);
  const pending = metrics.gauge(
    'db_client_connection_pending_requests',
    'Callers that wait for a connection',
    labels,
  );
  metrics.onScrape(() => {
    for (const [pool, usage] of Object.entries(db.usage())) {
      count.set({ service, pool, state: 'used' }, usage.used);
      count.set({ service, pool, state: 'idle' }, usage.idle);
      max.set({ service, pool }, usage.max);
      pending.set({ service, pool }, usage.waiting);
    }
  });
}
