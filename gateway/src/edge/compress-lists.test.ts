import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routes } from '@pii-vault/contract/routes';
import type { Method, Row } from '@pii-vault/contract/row';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { compressionOf } from './compress-lists.ts';

const list = routes.find(({ key }) => key === 'GET /companies') as Row;
/** A row in the form of the contract. */
const rowOf = (method: Method, change: Partial<Pick<Row, 'response' | 'files'>> = {}): Row =>
  ({ ...list, method, ...change }) as Row;

/** The encoding of a row's long answer. */
async function encodingOf(row: Row, query = ''): Promise<string | null> {
  const compress = compressionOf(row);
  const app = express();
  if (compress !== undefined) app.use(compress);
  const server = createServer(
    app.use((_req, res) => void res.json(Array.from({ length: 500 }, (_, id) => ({ id })))),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/${query}`, {
    method: row.method,
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(await response.json()).toHaveLength(500);
  return response.headers.get('content-encoding');
}

describe('compressionOf', () => {
  it.each(['POST', 'PUT', 'DELETE'] as const)(
    'does not compress the answer of %s, even if it is a list',
    async (method) => {
      expect(await encodingOf(rowOf(method))).toBeNull();
    },
  );

  it('does not compress files or answers other than lists', async () => {
    expect(await encodingOf(rowOf('GET', { files: ['text/csv'] }))).toBeNull();
    expect(await encodingOf(rowOf('GET', { response: z.object({}) }))).toBeNull();
  });

  it('compresses only lists of GET calls in the contract', () => {
    const compressed = routes.filter((row) => compressionOf(row) !== undefined);
    expect(new Set(compressed.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(compressed).toContain(list);
  });
});
