import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { row } from '@pii-vault/contract/row';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { FileReply } from '../src/edge/handler.ts';
import { sendFile } from '../src/edge/reply.ts';

type Chunks = () => AsyncGenerator<string | Uint8Array>;

const file = row('GET /file', {
  auth: 'public',
  response: z.string(),
  files: ['text/csv', 'application/pdf'],
  summary: 'A file',
  example: { response: '' },
});
const block = Buffer.alloc(64 * 1024, 0x61);
let server: Server;
let port = 0;
let chunks: Chunks;
let reply: Partial<FileReply<'text/csv' | 'application/pdf'>> = {};
let idleMs = 30_000;
let asked = 0;
let ended: PromiseWithResolvers<unknown>;

beforeAll(async () => {
  const app = express();
  app.get('/file', async (_req, res) => {
    const gone = new AbortController();
    res.once('close', () => res.writableFinished || gone.abort());
    const answer = { type: 'text/csv', fileName: 'people.csv', chunks: chunks(), ...reply } as const;
    await sendFile(res, file, answer, { gone: gone.signal, idleMs }).then(
      () => ended.resolve('quietly'),
      (thrown: unknown) => {
        if (!res.headersSent) res.status(403).end();
        ended.resolve(AppError.from(thrown).reason);
      },
    );
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  reply = {};
  idleMs = 30_000;
  asked = 0;
  ended = Promise.withResolvers();
});

const ask = (init?: RequestInit) => fetch(`http://127.0.0.1:${port}/file`, init);
const failing: Chunks = async function* () {
  yield 'id,name\r\n';
  throw new AppError('UNAVAILABLE', 'STORE_AWAY', 'The store is away');
};
async function* endless() {
  for (;;) {
    asked++;
    yield block;
  }
}
/** A response whose body is not read. */
async function unread(): Promise<IncomingMessage> {
  const [answer]: [IncomingMessage] = (await once(get({ port, path: '/file' }), 'response')) as [
    IncomingMessage,
  ];
  answer.on('error', () => {});
  return answer.pause();
}

it('streams a file with its name and type, and the connection serves the next request', async () => {
  chunks = async function* () {
    yield 'id,name\r\n';
    yield '';
    yield new TextEncoder().encode('1,आशा\r\n');
  };
  const answer = await ask();
  expect(await answer.text()).toBe('id,name\r\n1,आशा\r\n');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=people.csv');
  reply = { type: 'application/pdf', fileName: 'report.pdf' };
  expect((await ask()).headers.get('content-type')).toBe('application/pdf');
});

it('responds with normal errors before the first chunk, also for an unaccepted type', async () => {
  chunks = async function* () {
    if (++asked > 0) throw new AppError('PERMISSION_DENIED', 'FORBIDDEN', 'No');
    yield '';
  };
  expect((await ask()).status).toBe(403);
  expect(await ended.promise).toBe('FORBIDDEN');
  ended = Promise.withResolvers();
  await ask({ headers: { accept: 'application/pdf' } });
  expect([await ended.promise, asked]).toEqual(['NOT_ACCEPTABLE', 1]);
});

it('resets the connection after a failure in the middle', async () => {
  chunks = failing;
  await expect(ask().then((answer) => answer.text())).rejects.toThrow(TypeError);
  expect(await ended.promise).toBe('STORE_AWAY');
});

it('is recognised as incomplete by HTTP/1.0 clients too, which rely on the end of the connection', async () => {
  chunks = failing;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /file HTTP/1.0\r\n\r\n');
  const [error] = await once(socket.resume(), 'close').then(
    (closed) => closed,
    (thrown: unknown) => [thrown],
  );
  expect(error).toMatchObject({ code: 'ECONNRESET' });
});

it('reads no faster than a slow client, and stops when it disconnects', async () => {
  chunks = endless;
  const answer = await unread();
  await expect.poll(() => asked).toBeGreaterThan(0);
  answer.destroy();
  expect(await ended.promise).toBe('quietly');
  // Socket buffers hold some megabytes; without backpressure all chunks would be requested.
  expect(asked).toBeLessThan(1_000);
});

it('disconnects a client that reads nothing during the idle timeout', async () => {
  idleMs = 50;
  chunks = endless;
  await unread();
  expect(await ended.promise).toBe('quietly');
});

it('sends no body to HEAD, yet the same refusals and headers', async () => {
  chunks = endless;
  const answer = await ask({ method: 'HEAD' });
  expect(answer.headers.get('content-disposition')).toContain('people.csv');
  expect([await ended.promise, asked]).toEqual(['quietly', 1]);
});
