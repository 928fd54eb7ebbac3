import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { problemBody } from './edge/problem-response.ts';
import { rawHeaderLines } from './edge/security-headers.ts';

export interface RunningServer {
  readonly port: number;
  /** Stops taking connections, lets requests end, cuts what is left after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

const idleEveryMs = 50;
const maxHeaderSize = 16 * 1024;

/** Bodies are timed where they are read: an import may take long, so there is no total request timeout. */
export async function listen(listener: RequestListener, host: string, port: number): Promise<RunningServer> {
  const server = createServer({ maxHeaderSize, headersTimeout: 15_000, requestTimeout: 0 }, listener);
  server.keepAliveTimeout = 65_000;
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
  // A connection that is kept alive becomes idle when its answer is out; it is closed then.
  const idle = setInterval(() => server.closeIdleConnections(), idleEveryMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await ended;
  clearInterval(idle);
  clearTimeout(cut);
}

/** What Node's parser refuses never reaches Express; it gets the same headers and the same kind of body. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  const connection = socket as Socket;
  if (error.code === 'ECONNRESET' || !connection.writable) {
    connection.destroy();
    return;
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('INVALID_ARGUMENT', 'HEADERS_TOO_LARGE', 'The headers are larger than 16 KiB')
      : new AppError('INVALID_ARGUMENT', 'MALFORMED_REQUEST', 'The request is not valid HTTP');
  const body = problemBody(refusal, 'none');
  const text = JSON.stringify(body);
  connection.end(
    `HTTP/1.1 ${body.status} ${body.title}\r\n${rawHeaderLines()}Content-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
