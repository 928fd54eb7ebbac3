import { once } from 'node:events';
import { connect } from 'node:net';
import { HEADER_LIMITS } from '@pii-vault/platform/core/net/header-limits';
import express from 'express';
import { expect, it } from 'vitest';
import { listen } from '../src/server.ts';

/** Node's default check interval is 30 s. */
const BEFORE_NODES_OWN_LOOK = { timeout: 60_000 };

it('closes a connection with incomplete headers soon after the timeout', BEFORE_NODES_OWN_LOOK, async () => {
  const limits = { headersTimeout: 50, connectionsCheckingInterval: 10 };
  const server = await listen(express(), '127.0.0.1', 0, limits);
  const socket = connect(server.port, '127.0.0.1');
  const answer: Buffer[] = [];
  socket.on('data', (chunk) => answer.push(chunk));
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  await once(socket, 'close');
  expect(Buffer.concat(answer).toString()).toMatch(/^HTTP\/1\.1 408 .*REQUEST_TIMEOUT/s);
  await server.close(0);
});

it('times out after 15 s, with a short check interval', () => {
  expect(HEADER_LIMITS.headersTimeout).toBe(15_000);
  expect(HEADER_LIMITS.connectionsCheckingInterval).toBeLessThanOrEqual(1_000);
});
