import { expect, it, vi } from 'vitest';
import { AppError } from '../../core/errors/app-error.ts';
import type { Ask } from './thread-handle.ts';
import { threadProxy } from './thread-proxy.ts';

const proxyOf = (ask: Ask) =>
  threadProxy({
    service: 'vault',
    ask,
    look: vi.fn(),
    started: vi.fn(),
    patienceMs: 5,
    db: { onOutboxCommit: () => () => undefined },
  });

it('is not ready while its thread does not answer, but can be stopped', async () => {
  const proxy = proxyOf(() => new Promise(() => undefined));
  await expect(proxy.stopped()).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'EVENTS_SILENT' });
  await proxy.stop();
});

it('reports why relay and consumers do not stop', async () => {
  const refused = new AppError('INTERNAL', 'PLANTED', 'planted');
  await expect(proxyOf(() => Promise.reject(refused)).stop()).rejects.toBe(refused);
});
