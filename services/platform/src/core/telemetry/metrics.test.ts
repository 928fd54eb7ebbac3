import perfHooks from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import { createMetrics } from './metrics.ts';

it('measures the event loop delay at the given resolution, ten times a second by default', async () => {
  const monitor = vi.spyOn(perfHooks, 'monitorEventLoopDelay');
  const texts = [createMetrics(), createMetrics({ loopDelayResolutionMs: 5 })].map((metrics) =>
    metrics.text(),
  );
  expect(monitor.mock.calls).toEqual([[{ resolution: 100 }], [{ resolution: 5 }]]);
  for (const text of await Promise.all(texts)) expect(text).toContain('nodejs_eventloop_lag_max_seconds');
});
