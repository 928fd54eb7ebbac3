import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { addressOf } from '@pii-vault/platform/testing/test-services';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { allLines, type LineStore } from '../src/outside/line-store.ts';
import { isPlace, openLines } from '../src/outside/open-lines.ts';
import { revocationFile } from '../src/revocations/revocation-file.ts';

const storage = {
  s3Region: 'ap-south-1',
  s3Endpoint: addressOf(inject('testServices'), 'AUDIT_S3_ENDPOINT'),
};
const folder = await mkdtemp(join(tmpdir(), 'outside-'));
const bucket = `trail-${randomUUID()}`;

beforeAll(async () => {
  process.env.AWS_ACCESS_KEY_ID = 'emulator';
  process.env.AWS_SECRET_ACCESS_KEY = 'emulator';
  const { s3Region: region, s3Endpoint: endpoint } = storage;
  const client = new S3Client({ region, endpoint, forcePathStyle: true });
  const place = { LocationConstraint: 'ap-south-1' } as const;
  await client.send(new CreateBucketCommand({ Bucket: bucket, CreateBucketConfiguration: place }));
});
afterAll(() => rm(folder, { recursive: true }));

/** About 50 kB each, so that four need several objects. */
const LINES = ['first', 'second', 'third', 'fourth'].map((name) => `${name} ${'x'.repeat(50_000)}`);
const names = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0]);
const held = async () => undefined;

async function newestFirst(store: LineStore): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of store.newestFirst()) lines.push(line);
  return lines;
}

describe.each([
  ['file', () => join(folder, randomUUID())],
  ['object storage', () => `s3://${bucket}/audit/${randomUUID()}`],
])('lines in a %s', (_, newPlace) => {
  async function filled() {
    const place = newPlace();
    for (const line of LINES) await openLines(place, storage).append(async () => [line]);
    return openLines(place, storage);
  }

  it('come back in both directions', async () => {
    const store = await filled();
    expect(names(await allLines(store))).toEqual(['first', 'second', 'third', 'fourth']);
    expect(names(await newestFirst(store))).toEqual(['fourth', 'third', 'second', 'first']);
    const none = openLines(newPlace(), storage);
    expect([await allLines(none), await newestFirst(none)]).toEqual([[], []]);
  });

  it.each([1, 2, 3, 4])('have a new start after %i were replaced', async (count) => {
    const store = await filled();
    expect(await store.replaceStart(() => ({ count, by: 'start' }), held)).toBe(true);
    const kept = ['first', 'second', 'third', 'fourth'].slice(count);
    expect(names(await allLines(store))).toEqual(['start', ...kept]);
    await store.append(async (before) => {
      for await (const line of before) return [`after ${line}`];
      return [];
    });
    expect(await newestFirst(store)).toHaveLength(kept.length + 2);
  });

  it('stay as they are when the lock is lost', async () => {
    const store = await filled();
    const lost = store.replaceStart(
      () => ({ count: 2, by: 'start' }),
      () => Promise.reject(new Error('gone')),
    );
    await expect(lost).rejects.toThrow('gone');
    expect(await allLines(store)).toHaveLength(4);
  });

  it.each([0, 1, 3])('are moved aside but for %i, and back', async (count) => {
    const store = await filled();
    const aside = await store.moveAside(count, '.before');
    expect(await allLines(store)).toEqual(LINES.slice(0, count));
    await store.append(async () => ['later']);
    expect(names(await newestFirst(store))[0]).toBe('later');
    await store.moveBack(aside);
    expect((await allLines(store)).slice(0, 4)).toEqual(LINES);
  });
});

const erased = (individualId: number) => ({
  service: 'vault',
  action: 'data_erase' as const,
  at: '2026-11-22T05:00:00.000Z',
  individualId,
});

describe('the list of revocations in object storage', () => {
  const key = randomBytes(32);
  const newList = (place = `s3://${bucket}/revocations/${randomUUID()}`) => ({
    place,
    list: revocationFile(openLines(place, storage), key),
  });

  it('stays one chain while two processes append', async () => {
    const { place, list } = newList();
    await list.append([erased(0)]);
    const other = newList(place).list;
    const batch = (from: number) => Array.from({ length: 3 }, (_, at) => erased(from + at));
    await Promise.all([list.append(batch(1)), other.append(batch(4))]);
    const lines = await list.read();
    expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('gets no statement of coverage about revocations that its writer has not seen', async () => {
    const { place, list } = newList();
    await list.append([erased(1)]);
    const store = openLines(place, storage);
    let isFirst = true;
    const late: LineStore = {
      ...store,
      place,
      append: (compose) =>
        store.append(async (newest) => {
          const lines = await compose(newest);
          if (isFirst) await list.append([erased(2)]);
          isFirst = false;
          return lines;
        }),
    };
    const covers = revocationFile(late, key).append([{ covers: 1 }]);
    await expect(covers).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await list.uncovered()).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('is not waited for without end when an answer stops in the middle', async () => {
    const server = createServer((request, response) => {
      if (request.url?.includes('list-type'))
        response.end('<ListBucketResult><Contents><Key>list/000000001</Key></Contents></ListBucketResult>');
      else response.writeHead(200, { 'content-length': 100 }).write('{"seq');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const stalled = openLines('s3://bucket/list', { ...storage, s3Endpoint: `http://127.0.0.1:${port}` });
    await expect(allLines(stalled)).rejects.toThrow('aborted');
    server.closeAllConnections();
    server.close();
  });

  it('is read from its newest head after an interrupted trim, and trimmed once more', async () => {
    const { place, list } = newList();
    const on = (year: number) => ({ ...erased(year), at: `${year}-01-01T00:00:00.000Z` });
    await list.append([on(2020), { covers: 1 }, on(2021), { covers: 2 }, on(2026)]);
    const store = openLines(place, storage);
    const [old = ''] = await allLines(store);
    expect(await list.trim(new Date('2025-01-01T00:00:00.000Z'), held)).toBe(3);
    const trimmed = await list.read();
    const rest = await allLines(store);
    const again = newList();
    await openLines(again.place, storage).append(async () => [old, ...rest]);
    expect(await again.list.read()).toEqual(trimmed);
    expect(await again.list.position()).toEqual(await list.position());
    await again.list.append([on(2027)]);
    expect(await again.list.read()).toHaveLength(trimmed.length + 1);
  });
});

it.each(['s3://Bucket/name', 's3://bucket', 's3://bucket/', 's3://bucket//name', 's3://bucket/na me'])(
  '%s is no place',
  (place) => expect(isPlace(place)).toBe(false),
);
