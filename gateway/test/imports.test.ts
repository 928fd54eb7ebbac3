import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { permission } from '@pii-vault/platform/rpc/allow';
import { PurposesService } from '@pii-vault/proto/compliance/v1/purposes';
import { Import, type ImportHold, ImportsService } from '@pii-vault/proto/vault/v1/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

const limit = 4 * 1024 * 1024;
let world: GatewayWorld;
let chunks: Buffer[] = [];
let options: unknown;
let key: string | undefined;
let failure: unknown;
let mapped: unknown;
let hold: ImportHold | undefined;
/** While set, the vault accepts no more chunks. */
let pausing: Promise<void> | undefined;

const queued = Import.fromPartial({ id: 12, companyId: 1, status: 'queued', createdAt: new Date() });

beforeAll(async () => {
  const imports = fakeRpc(
    ImportsService,
    {
      createImport: async (ctx, stream) => {
        key = ctx.idempotencyKey;
        try {
          for await (const { part } of stream) {
            if (part?.$case === 'options') options = part.value;
            if (part?.$case === 'chunk') chunks.push(part.value);
            await pausing;
          }
        } catch (thrown) {
          failure = thrown;
          throw thrown;
        }
        return {
          import: { ...queued, hold },
          mapping: { 'Full Name': 'name' },
          ignoredColumns: ['Branch'],
          titleLines: 2,
          existing: false,
        };
      },
      mapImport: async (_, request) => {
        mapped = request;
        return { import: undefined };
      },
    },
    permission('pii:write'),
  );
  const purposes = fakeRpc(PurposesService, {
    getNotices: async () => ({ purposes: ['kyc', 'lending'].map((purpose) => ({ purpose, notices: [] })) }),
  });
  world = await gatewayWorld(
    { vault: [imports], compliance: [purposes] },
    { PIIVAULT_IMPORT_MAX: String(limit) },
  );
  world.identity.users.set('asha', { primaryCompanyId: 1, companies: { 1: ['pii:write'] } });
  world.identity.users.set('reader', { primaryCompanyId: 1, companies: { 1: ['pii:read'] } });
});
afterAll(() => world.stop());
beforeEach(() => {
  chunks = [];
  options = undefined;
  failure = undefined;
  pausing = undefined;
  hold = undefined;
});

const headers = { authorization: 'Bearer asha', 'content-type': 'text/csv; charset=utf-8' };
const query = new URLSearchParams({
  purpose: 'kyc',
  alsoFor: 'lending,fraud_prevention',
  mapping: '{"Full Name":"name"}',
  fileName: 'people.csv',
});
const post = (body: Buffer, more: Record<string, string> = {}, path = `/api/imports?${query}`) =>
  world.fetch(path, { method: 'POST', headers: { ...headers, ...more }, body: new Uint8Array(body) });

describe('imports', () => {
  it('streams the body in chunks of at most 256 KiB after its options', async () => {
    const file = randomBytes(3 * 1024 * 1024);
    const response = await post(file);
    expect([response.status, response.headers.get('location')]).toEqual([202, '/api/imports/12']);
    expect(await response.json()).toEqual({
      id: 12,
      status: 'queued',
      mapping: { 'Full Name': 'name' },
      ignoredColumns: ['Branch'],
      titleLines: 2,
      hold: null,
      warnings: [
        { reason: 'PURPOSE_UNKNOWN', path: 'consentDetails.alsoFor.1', message: expect.any(String) },
      ],
    });
    expect(Buffer.concat(chunks).equals(file)).toBe(true);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024);
    expect(options).toMatchObject({
      companyId: 1,
      mediaType: 'text/csv',
      purpose: 'kyc',
      alsoFor: ['lending', 'fraud_prevention'],
      mapping: '{"Full Name":"name"}',
      fileName: 'people.csv',
    });
  });

  it('returns the missing input of a held import, and forwards the input', async () => {
    hold = {
      titleLines: 3,
      purposes: ['kyc', 'marketing'],
      columns: [
        { name: 'Name', target: 'name', mayStateRefusal: false, samples: [] },
        {
          name: 'Opt out',
          target: 'withdrawIfYes:marketing',
          mayStateRefusal: false,
          samples: [],
        },
        { name: 'Branch', mayStateRefusal: false, samples: ['XXXX-MASKED'] },
      ],
      dates: { order: 'dmy', rows: 2, firstRow: 5, isMixed: true },
    };
    expect((await (await post(Buffer.from('x\n'))).json()).hold).toEqual({
      titleLines: 3,
      purposes: ['kyc', 'marketing'],
      columns: [
        { name: 'Name', target: 'name', suggestion: null, mayStateRefusal: false, samples: [] },
        {
          name: 'Opt out',
          target: 'withdrawIfYes:marketing',
          suggestion: null,
          mayStateRefusal: false,
          samples: [],
        },
        { name: 'Branch', target: null, suggestion: null, mayStateRefusal: false, samples: ['XXXX-MASKED'] },
      ],
      dates: { order: 'dmy', rows: 2, firstRow: 5, firstLine: null, isMixed: true },
    });
    const put = (body: object) =>
      world.fetch('/api/imports/12/mapping', {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await put({ mapping: { Branch: 'ignore' }, dateOrder: 'mdy' });
    expect(mapped).toEqual({ id: 12, mapping: { Branch: 'ignore' }, dateOrder: 'mdy' });
    await put({ unmapped: 'ignore' });
    expect(mapped).toEqual({ id: 12, mapping: {}, unmapped: 'ignore' });
    for (const wrong of [
      { mapping: { Branch: 'x' } },
      { unmapped: 'hold' },
      { dateOrder: 'ymd' },
      { map: {} },
    ])
      expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(400);
  });

  it('forwards the Idempotency-Key to the vault', async () => {
    await post(Buffer.from('name\n'), { 'idempotency-key': 'file-1' });
    expect(key).toBe('file-1');
  });

  it('inflates gzip, and counts inflated bytes against the limit', async () => {
    const file = Buffer.from('name\nAsha\n'.repeat(1000));
    expect((await post(gzipSync(file), { 'content-encoding': 'gzip' })).status).toBe(202);
    expect(Buffer.concat(chunks).equals(file)).toBe(true);
    const large = Buffer.from(randomBytes(limit).toString('hex'));
    const refused = await post(gzipSync(large), { 'content-encoding': 'gzip' });
    expect([refused.status, (await refused.json()).reason]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(Buffer.concat(chunks).length).toBeLessThan(limit + file.length + 1);
  });

  it.each([
    ['rows of one value', gzipSync('name\n'.repeat(limit / 5 - 1)), limit],
    ['a bomb', gzipSync(Buffer.alloc(256 * 1024 * 1024)), 2 * 1024 * 1024],
  ])('refuses %s, inflated to more than a hundred times its size', async (_, body, passed) => {
    const answer = await post(body, { 'content-encoding': 'gzip' });
    expect([answer.status, (await answer.json()).reason]).toEqual([413, 'COMPRESSION_RATIO']);
    expect(Buffer.concat(chunks).length).toBeLessThan(passed);
  });

  it('refuses a body above the limit and cancels the call to the vault', async () => {
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(256 * 1024));
      },
    });
    const init = { method: 'POST', headers, body: stream, duplex: 'half' };
    const response = await world
      .fetch(`/api/imports?${query}`, init as RequestInit)
      .catch((error: Error) => error);
    // The connection may close before a sender that continues has read the response.
    if (response instanceof Response) expect(response.status).toBe(413);
    await expect.poll(() => failure).toMatchObject({ reason: 'PAYLOAD_TOO_LARGE' });
  });

  it('cancels the call to the vault when the sender disconnects', async () => {
    const sender = request(`${world.origin}/api/imports?${query}`, { method: 'POST', headers });
    sender.on('error', () => {});
    sender.write('name\n');
    await expect.poll(() => chunks.length).toBe(1);
    sender.destroy();
    await expect.poll(() => failure).toBeInstanceOf(Error);
  });

  it('reads no faster than a slow vault', async () => {
    let release = () => {};
    pausing = new Promise((resolve) => {
      release = resolve;
    });
    const sender = request(`${world.origin}/api/imports?${query}`, { method: 'POST', headers });
    const answered = new Promise<number | undefined>((resolve) => {
      sender.on('response', (response) => resolve(response.resume().statusCode));
    });
    const block = Buffer.alloc(64 * 1024);
    let sent = 0;
    while (sender.write(block) && sent < 3_900_000) sent += block.length;
    await expect.poll(() => options).toBeDefined();
    await pause(0);
    expect(chunks.length).toBeLessThanOrEqual(1);
    release();
    sender.end();
    expect(await answered).toBe(202);
  });

  it.each([
    ['without permission, before reading the body', 403, { authorization: 'Bearer reader' }, undefined],
    ['of another type', 415, { 'content-type': 'application/json' }, undefined],
    ['without a purpose', 400, {}, '/api/imports?companyId=1'],
    ['with a mapping that is not JSON', 400, {}, '/api/imports?purpose=kyc&mapping=%7Bx'],
    [
      'with a duplicate column in the mapping',
      400,
      {},
      '/api/imports?purpose=kyc&mapping={"name":"name","name":"pan"}',
    ],
    [
      'with a mapping of __proto__',
      400,
      {},
      '/api/imports?purpose=kyc&mapping={"__proto__":"pan","name":"name"}',
    ],
    ['with an unknown mapping target', 400, {}, '/api/imports?purpose=kyc&mapping=%7B%22A%22%3A%22x%22%7D'],
  ])('refuses one %s', async (_, status, more, path) => {
    const response = await post(Buffer.from('name\n'), more, path ?? `/api/imports?${query}`);
    expect([response.status, options]).toEqual([status, undefined]);
  });
});
