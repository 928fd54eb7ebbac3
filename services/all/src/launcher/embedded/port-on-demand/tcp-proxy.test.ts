import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTcpProxy } from './tcp-proxy.ts';

let target: Server;
let port: number;
let connections = 0;
beforeEach(async () => {
  connections = 0;
  target = createServer((socket) => {
    connections += 1;
    socket.pipe(socket);
  });
  await new Promise<void>((listening) => target.listen(0, '127.0.0.1', listening));
  const address = target.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(() => new Promise((closed) => target.close(closed)));

async function echo(through: number, text: string): Promise<string> {
  const socket = connect(through, '127.0.0.1');
  socket.write(text);
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.destroy();
  return String(answer);
}

it('forwards connections, including those that wait for the port', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const proxy = await openTcpProxy(() => promise);
  const first = echo(proxy.port, 'first');
  resolve(port);
  expect(await first).toBe('first');
  expect(await echo(proxy.port, 'second')).toBe('second');
  await proxy.close();
});

it('closes a connection when there is no port for it', async () => {
  const proxy = await openTcpProxy(() => Promise.reject(new Error('None')));
  const socket = connect(proxy.port, '127.0.0.1');
  await once(socket, 'close');
  await proxy.close();
});

it('opens no connection for a client that disconnected while waiting', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const proxy = await openTcpProxy(() => promise);
  const gone = connect(proxy.port, '127.0.0.1').end();
  await once(gone.resume(), 'close');
  resolve(port);
  expect(await echo(proxy.port, 'next')).toBe('next');
  expect(connections).toBe(1);
  await proxy.close();
});
