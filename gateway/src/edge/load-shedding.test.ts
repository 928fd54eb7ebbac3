import { addressRanges } from '@pii-vault/platform/core/net/address-ranges';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listen, type RunningServer } from '../server.ts';
import { edgeRequests } from './edge-request.ts';
import { type LoadShedding, loadShedding } from './load-shedding.ts';

const MANY = 8;
let lagMs: number;
let shedding: LoadShedding;
let server: RunningServer;
let held: (() => void)[];

beforeEach(async () => {
  [lagMs, held] = [0, []];
  shedding = loadShedding({
    count: 10,
    percentile: () => lagMs * 1e6,
    reset: () => {},
    enable: () => true,
    disable: () => true,
  });
  const app = express();
  app.use(edgeRequests(addressRanges([])), shedding.handler);
  app.get('/', (_req, res) => void res.json({}));
  app.get('/held', (_req, res) => void held.push(() => res.json({})));
  server = await listen(app, '127.0.0.1', 0);
});
afterEach(() => server.close(0));

const ask = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);

async function answerAfter(lag: number) {
  lagMs = lag;
  shedding.measure();
  const response = await ask('/');
  return [response.status, response.headers.get('retry-after')];
}

/** Holds this many requests in progress until released. */
async function hold(count: number): Promise<() => Promise<unknown>> {
  const answers = Array.from({ length: count }, () => ask('/held'));
  await vi.waitFor(() => expect(held).toHaveLength(count));
  return () => {
    for (const end of held) end();
    return Promise.all(answers.map(async (answer) => (await answer).text()));
  };
}

describe('load shedding', () => {
  it('responds 503 after three windows with half of the ticks late, and recovers', async () => {
    const letGo = await hold(MANY);
    expect(await answerAfter(150)).toEqual([200, null]);
    for (const lag of [250, 250, 20, 250, 250]) expect(await answerAfter(lag)).toEqual([200, null]);
    expect(await answerAfter(250)).toEqual([503, '1']);
    expect(await answerAfter(20)).toEqual([200, null]);
    await letGo();
  });

  it('refuses no request while few are in progress', async () => {
    const letGo = await hold(MANY);
    for (let window = 0; window < 3; window += 1) await answerAfter(250);
    expect(await answerAfter(250)).toEqual([503, '1']);
    await letGo();
    await vi.waitFor(async () => expect(await answerAfter(250)).toEqual([200, null]));
    held = [];
    const letSomeGo = await hold(MANY - 1);
    expect(await answerAfter(250)).toEqual([200, null]);
    await letSomeGo();
  });
});
