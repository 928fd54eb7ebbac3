import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createClient, urlOf } from './client.ts';
import { Problem } from './problem.ts';

type Call = { url: string; init: RequestInit };

function recorded(answer: Response) {
  const calls: Call[] = [];
  const client = createClient({
    getToken: () => 't0ken',
    fetch: async (url, init) => {
      calls.push({ url: String(url), init: init ?? {} });
      return answer;
    },
  });
  return { client, calls };
}

describe('createClient', () => {
  it('fills path and query, sends JSON, token and key, and reads the response', async () => {
    const { client, calls } = recorded(Response.json({ success: true, withdrawnAt: 'x', fieldTypes: [] }));
    await client.call('POST /individuals/{id}/consent/withdraw', {
      params: { id: 7 },
      body: { purpose: 'kyc' },
      idempotencyKey: 'k1',
    });
    const headers = new Headers(calls[0]?.init.headers);
    expect(calls[0]?.url).toBe('/api/individuals/7/consent/withdraw');
    expect(calls[0]?.init.body).toBe('{"purpose":"kyc"}');
    expect(headers.get('authorization')).toBe('Bearer t0ken');
    expect(headers.get('idempotency-key')).toBe('k1');
  });

  it('joins arrays, writes objects as JSON and leaves out undefined values', () => {
    expect(
      urlOf('/api', '/imports', {
        query: { alsoFor: ['a', 'b'], mapping: { A: 'pan' }, fileName: undefined },
      }),
    ).toBe('/api/imports?alsoFor=a%2Cb&mapping=%7B%22A%22%3A%22pan%22%7D');
  });

  it('reads the next cursor and the total of a list', async () => {
    const headers = { link: '</api/companies?limit=2&cursor=abc>; rel="next"', 'x-total-count': '9' };
    const { client } = recorded(Response.json([], { headers }));
    expect(await client.page('GET /individuals', { query: { limit: 2 } })).toEqual({
      rows: [],
      next: 'abc',
      total: 9,
    });
  });

  it.each([
    ['repeats a call once after the password was confirmed', true, 2, 'FRESH_PROOF_REQUIRED'],
    ['does not repeat a call if the password was not confirmed', false, 1, 'FRESH_PROOF_REQUIRED'],
    ['does not ask for the password after another refusal', true, 1, 'PERMISSION_DENIED'],
  ])('%s', async (_, isGiven, sent, reason) => {
    const bodies: unknown[] = [];
    let asked = 0;
    const client = createClient({
      onProofRequired: async () => {
        asked += 1;
        return isGiven;
      },
      fetch: async (_url, init) => {
        bodies.push(init?.body);
        return Response.json({ reason }, { status: 403 });
      },
    });
    const body = { companyId: 1, otherCompanyId: 2, purpose: 'kyc' };
    await expect(client.call('POST /link-agreements', { body })).rejects.toMatchObject({ reason });
    expect(bodies).toEqual(Array.from({ length: sent }, () => JSON.stringify(body)));
    expect(asked).toBe(reason === 'FRESH_PROOF_REQUIRED' ? 1 : 0);
  });

  it('downloads a file with its name, and refuses a truncated one', async () => {
    const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename=people.csv' };
    const { client, calls } = recorded(new Response('id\r\n1\r\n', { headers }));
    const file = await client.download('GET /companies/export', { query: { format: 'csv' } });
    expect([file.fileName, file.content.type, await file.content.text()]).toEqual([
      'people.csv',
      'text/csv',
      'id\r\n1\r\n',
    ]);
    expect(new Headers(calls[0]?.init.headers).get('accept')).toBe('*/*');
    const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    const broken = recorded(new Response(cut, { headers })).client;
    await expect(broken.download('GET /companies/export', { query: { format: 'csv' } })).rejects.toThrow(
      TypeError,
    );
  });

  it('throws a Problem with the text `status: body` and the parsed fields, and reports a 401', async () => {
    const body = {
      message: 'Please sign in',
      reason: 'UNAUTHENTICATED',
      errors: [{ path: 'a', message: 'b' }],
    };
    const seen: number[] = [];
    const client = createClient({
      fetch: async () => Response.json(body, { status: 401, headers: { 'retry-after': '3' } }),
      onUnauthorized: (problem) => seen.push(problem.status),
    });
    const problem = await client.call('GET /companies').catch((thrown: unknown) => thrown);
    expect(problem).toBeInstanceOf(Problem);
    if (!(problem instanceof Problem)) return;
    expect(problem.message).toBe(`401: ${JSON.stringify(body)}`);
    expect(problem.detail).toBe('Please sign in');
    expect(problem.fieldErrors.get('a')).toBe('b');
    expect(problem.retryAfterSeconds).toBe(3);
    expect(seen).toEqual([401]);
  });

  it('falls back to the status text when the body is empty', async () => {
    const { client } = recorded(new Response('', { status: 502, statusText: 'Bad Gateway' }));
    await expect(client.call('GET /companies')).rejects.toThrow('502: Bad Gateway');
  });

  it('imports only Problem at run time, so that the first bundle does not contain zod', () => {
    const source = readFileSync(new URL('./client.ts', import.meta.url), 'utf8');
    const loaded = [...source.matchAll(/^import (?!type)[^;]*from '([^']+)'/gm)].map((match) => match[1]);
    expect(loaded).toEqual(['./problem.ts']);
    expect(readFileSync(new URL('./problem.ts', import.meta.url), 'utf8')).not.toMatch(/^import/m);
  });

  it('is typed by route', () => {
    const { client } = recorded(Response.json({}));
    const untyped = () => {
      // @ts-expect-error: no such call
      client.call('GET /nothing');
      // @ts-expect-error: the path needs its id
      client.call('GET /individuals/{id}');
      // @ts-expect-error: the status is one of three
      client.call('POST /companies/{id}/status', { params: { id: 1 }, body: { status: 'asleep' } });
      // @ts-expect-error: not a file
      client.download('GET /companies');
    };
    expect(untyped).toBeTypeOf('function');
  });
});
