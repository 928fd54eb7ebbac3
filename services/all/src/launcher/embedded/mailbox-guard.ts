import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { hostCheck } from '@pii-vault/platform/core/net/allowed-hosts';

/** Any local program can send a mail, so its HTML runs no script and loads no external content. */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; frame-ancestors 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/** Pages with a mail's own content: as documents of the mailbox's origin, their scripts could read its address. */
const MAIL_CONTENT = /\/api\/email\/[^/]+\/(html|attachment\/)/;
const ISOLATED = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:";

const SLOW_HEADERS_MS = 15_000;

/**
 * Checks every request and WebSocket of a server without login: the path starts with the secret, Host is this
 * machine, and the request does not come from a page of another origin.
 * @param basePath `/` and the secret
 */
export function guardMailbox(server: Server, basePath: string): void {
  server.headersTimeout = SLOW_HEADERS_MS;
  const answer = taken(server, 'request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const status = refusal(request, basePath);
    if (status !== undefined) return void response.writeHead(status).end();
    if (MAIL_CONTENT.test(request.url ?? '')) response.setHeader('Content-Security-Policy', ISOLATED);
    answer(request, response);
  });
  const upgrade = taken(server, 'upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const status = refusal(request, basePath);
    if (status === undefined) return upgrade(request, socket, head);
    socket.on('error', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
}

/** Removes the listeners of an event. @returns a function that calls them */
function taken(server: Server, event: 'request' | 'upgrade'): (...args: readonly unknown[]) => void {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  return (...args) => {
    for (const listener of listeners) Reflect.apply(listener, server, args);
  };
}

const isThisMachine = hostCheck([]);

/** The status of the refusal; undefined for an allowed request. */
function refusal({ url = '', headers }: IncomingMessage, basePath: string): number | undefined {
  if (!isThisMachine(headers.host)) return 421;
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return 403;
  const isOtherSite = ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site'] ?? ''));
  // Following a link is a navigation; fetches and frames are not.
  if (isOtherSite && headers['sec-fetch-dest'] !== 'document') return 403;
  return url.startsWith(`${basePath}/`) ? undefined : 404;
}
