import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceName } from '../../core/context/caller.ts';
import { AppError } from '../../core/errors/app-error.ts';
import { createMetrics } from '../../core/telemetry/metrics.ts';
import { type SideServer, startSideServer } from './side-server.ts';

const metrics = createMetrics();
const broken = new Map<ServiceName, AppError>();
let side: SideServer;

beforeAll(async () => {
  side = await startSideServer({
    host: '127.0.0.1',
    port: 0,
    metrics,
    modules: ['vault', 'audit'],
    allowedHosts: ['.svc.cluster.local'],
  });
});
afterAll(() => side?.close());

async function get(path: string) {
  const answer = await fetch(`http://127.0.0.1:${side.port}${path}`);
  return { status: answer.status, text: await answer.text() };
}

/** Requests with node:http, because fetch() does not allow setting Host. */
function statusUnder(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: side.port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end();
  });
}

describe('the side port', () => {
  it('answers before the modules run, and reports that they are starting', async () => {
    expect(await get('/livez')).toEqual({ status: 200, text: '{"status":"ok"}' });
    const { status, text } = await get('/readyz');
    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({
      status: 'not ready',
      modules: { vault: 'STARTING', audit: 'STARTING' },
    });
  });

  it('names a module that cannot work, with only its reason', async () => {
    side.watch({
      async moduleReady(service) {
        const error = broken.get(service);
        if (error !== undefined) throw error;
      },
    });
    expect((await get('/readyz')).status).toBe(200);
    broken.set('audit', new AppError('UNAVAILABLE', 'CONSUMER_STOPPED', 'A consumer has stopped: a-secret'));
    const { status, text } = await get('/readyz');
    expect(status).toBe(503);
    expect(JSON.parse(text).modules).toEqual({ vault: 'ready', audit: 'CONSUMER_STOPPED' });
    expect((await get('/livez')).status).toBe(200);
  });

  it.each([
    ['a page by DNS rebinding', `evil.example`, 421],
    ['Prometheus by address', '10.1.2.3:9464', 200],
    ['Prometheus by the name of a module', 'vault:9464', 200],
    ['Prometheus by a configured name', 'vault.prod.svc.cluster.local', 200],
  ])('answers %s with %s: %d', async (_, host, status) => {
    for (const path of ['/metrics', '/livez']) expect(await statusUnder(host, path)).toBe(status);
  });

  it('serves metrics and no other page', async () => {
    metrics.counter('planted_total', 'For this test').add({}, 3);
    expect((await get('/metrics')).text).toContain('piivault_planted_total 3');
    expect((await get('/metrics/..')).status).toBe(404);
    expect((await get('/constructor')).status).toBe(404);
  });
});
