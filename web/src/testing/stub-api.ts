import { vi } from 'vitest';

export interface ApiCall {
  key: string;
  url: URL;
  init: RequestInit;
  body: unknown;
}

type Answer = unknown | ((call: ApiCall) => unknown);

/**
 * Stubs fetch by `METHOD /path` below /api, without query. Values are sent as JSON, a Response unchanged; a call
 * without a stub gets a 599, which fails the test. Returns the calls made.
 */
export function stubApi(answers: Readonly<Record<string, Answer>>): ApiCall[] {
  const calls: ApiCall[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost');
    const key = `${init.method ?? 'GET'} ${url.pathname.replace(/^\/api/, '')}`;
    const call = { key, url, init, body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body };
    calls.push(call);
    if (!(key in answers)) return Response.json({ message: `no answer for ${key}` }, { status: 599 });
    const answer = answers[key];
    const given = Promise.resolve(typeof answer === 'function' ? answer(call) : answer);
    const value: unknown = await Promise.race([given, ...(init.signal ? [rejectedBy(init.signal)] : [])]);
    return value instanceof Response ? value : Response.json(value);
  });
  return calls;
}

const rejectedBy = (signal: AbortSignal) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** A problem+json answer. */
export const problem = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } });
