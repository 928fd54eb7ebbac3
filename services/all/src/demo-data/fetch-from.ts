import { type IncomingMessage, request } from 'node:http';

/**
 * A fetch that connects from another local address, so that the demo's attacker differs from its users. Falls back to
 * the default address where the system lacks it (macOS without an alias), and for a vault on another machine, which a
 * loopback address does not reach.
 */
export function fetchFrom(localAddress: string): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // An IPv4 source address cannot reach ::1.
    if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
    try {
      return await send(url, init ?? {}, localAddress);
    } catch (thrown) {
      if (!isUnusableSource(thrown)) throw thrown;
      return await fetch(url, init);
    }
  };
}

function send(
  url: URL,
  { method = 'GET', headers, body }: RequestInit,
  localAddress: string,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: Object.fromEntries(new Headers(headers)), localAddress },
      (answer) => void responseOf(answer).then(resolve, reject),
    );
    sent.on('error', reject);
    sent.end(typeof body === 'string' ? body : undefined);
  });
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(Buffer.from(part));
  const type = answer.headers['content-type'] ?? 'application/json';
  return new Response(Buffer.concat(parts), {
    status: answer.statusCode ?? 500,
    headers: { 'content-type': type },
  });
}

const isUnusableSource = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  (thrown.code === 'EADDRNOTAVAIL' || thrown.code === 'EINVAL');
