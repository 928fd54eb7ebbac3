import { addressRanges } from '@pii-vault/platform/net/address-ranges';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { listen } from '../server.ts';
import { edgeRequests } from './edge-request.ts';
import { loadShedding } from './load-shedding.ts';

describe('load shedding', () => {
  it('answers 503 once half of the ticks came late three times in a row, and serves again afterwards', async () => {
    let lagMs = 0;
    const delay = {
      count: 10,
      percentile: () => lagMs * 1e6,
      reset: () => {},
      enable: () => true,
      disable: () => true,
    };
    const shedding = loadShedding(delay);
    const app = express();
    app.use(edgeRequests(addressRanges([])), shedding.handler);
    app.get('/', (_req, res) => {
      res.json({});
    });
    const server = await listen(app, '127.0.0.1', 0);
    const answer = async (lag: number) => {
      lagMs = lag;
      shedding.measure();
      const response = await fetch(`http://127.0.0.1:${server.port}/`);
      return [response.status, response.headers.get('retry-after')];
    };
    try {
      expect(await answer(150)).toEqual([200, null]);
      for (const lag of [250, 250, 20, 250, 250]) expect(await answer(lag)).toEqual([200, null]);
      expect(await answer(250)).toEqual([503, '1']);
      expect(await answer(20)).toEqual([200, null]);
    } finally {
      await server.close(0);
    }
  });
});
