import perfHooks from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import { createMetrics } from './metrics.ts';

it('looks how late the event loop is as often as it is told, ten times a second else', async () => {
  const monitor = vi.spyOn(perfHooks, 'monitorEventLoopDelay');
  const texts = [createMetrics(), createMetrics({ loopDelayResolutionMs: 5 })].map((metrics) =>
    metrics.text(),
  );
  expect(monitor.mock.calls).toEqual([[{ resolution: 100 }], [{ resolution: 5 }]]);
  for (const text of await Promise.all(texts)) expect(text).toContain('nodejs_eventloop_lag_max_seconds');
});
