import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse, received: Received) => void;

/** A partner system: a real HTTP server that stores the requests it receives. */
export interface Receiver {
  readonly url: string;
  readonly got: Received[];
  /** Sets the answer to the next requests; 200 by default. */
  answerWith(answer: Answer): void;
  /** Resolves when it has received `count` requests. */
  has(count: number): Promise<void>;
  stop(): Promise<void>;
}

const accept: Answer = (response) => response.end('ok');

export async function startReceiver(): Promise<Receiver> {
  const got: Received[] = [];
  let answer = accept;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const received = { path: request.url ?? '', headers: request.headers, body };
      got.push(received);
      answer(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    got,
    answerWith(next) {
      answer = next;
    },
    has: (count) => vi.waitUntil(() => got.length >= count, { timeout: 60_000 }).then(() => undefined),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Verifies a message as a partner does: Standard Webhooks 1.0 with Web Crypto, without code of the sender.
 * @returns whether one of the signatures is right for the secret
 */
export async function isSigned(secret: string, { headers, body }: Received): Promise<boolean> {
  const raw = Uint8Array.from(atob(secret.replace('whsec_', '')), (char) => char.charCodeAt(0));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', raw, hmac, false, ['verify']);
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  for (const part of String(headers['webhook-signature']).split(' ')) {
    const [version, signature = ''] = part.split(',');
    const bytes = Uint8Array.from(atob(signature), (char) => char.charCodeAt(0));
    if (
      version === 'v1' &&
      (await crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(content)))
    )
      return true;
  }
  return false;
}
