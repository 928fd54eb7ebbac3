import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { HEADER_LIMITS, type HeaderLimits } from '@pii-vault/platform/core/net/header-limits';
import type { Express } from 'express';
import { holdContinue } from './edge/body.ts';
import { parserRefusal, rawProblem, tunnelRefusal } from './edge/protocol-errors.ts';

export interface RunningServer {
  readonly port: number;
  /** Stops accepting connections, lets requests end, and closes the rest after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

const idleEveryMs = 50;
const maxHeaderSize = 16 * 1024;

/**
 * Bodies have their own timeouts, because an import may take long, so there is no total request timeout. Errors that
 * Node would answer itself are sent here or by the app, with the usual headers and body.
 */
export async function listen(
  app: Express,
  host: string,
  port: number,
  limits: HeaderLimits = HEADER_LIMITS,
): Promise<RunningServer> {
  const options = {
    ...limits,
    maxHeaderSize,
    requestTimeout: 0,
    requireHostHeader: false,
  };
  const server = createServer(options, app);
  server.keepAliveTimeout = 65_000;
  server.on('checkExpectation', app);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    holdContinue(request, response);
    app(request, response);
  });
  server.on('connect', (_request, socket: Duplex) => {
    // Node no longer handles errors of a socket after an upgrade.
    socket.on('error', () => socket.destroy());
    socket.end(rawProblem(tunnelRefusal()));
  });
  server.on('clientError', refuseConnection);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { port: portOf(server), close: (graceMs) => close(server, graceMs) };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function close(server: Server, graceMs: number): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A kept-alive connection becomes idle after its response; then it is closed.
  const idle = setInterval(() => server.closeIdleConnections(), idleEveryMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await ended;
  clearInterval(idle);
  clearTimeout(cut);
}

/** Errors of Node's parser never reach Express. */
function refuseConnection(error: NodeJS.ErrnoException, connection: Duplex): void {
  if (error.code === 'ECONNRESET' || !connection.writable) connection.destroy();
  else connection.end(rawProblem(parserRefusal(error.code)));
}
