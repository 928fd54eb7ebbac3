import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import {
  byteaArray,
  byteaPartsArray,
  int2Array,
  int4Array,
  int8Array,
  int8ArrayOfBigints,
  int8ArrayOfWords,
  int8OrNullArray,
  jsonbArray,
  textArray,
  timestamptzArray,
  uuidArray,
  uuidTextArray,
} from './binary-array.ts';
import type { CopiedRow } from './copy-out.ts';
import { PLATFORM_MIGRATIONS } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('audit', PLATFORM_MIGRATIONS);
});
afterAll(() => database.drop());

const copied = async (select: string, read: (row: CopiedRow) => unknown) => {
  const rows: unknown[] = [];
  const count = await database.db.system((tx) =>
    tx.copyOut(`COPY (${select}) TO STDOUT (FORMAT binary)`, (row) => rows.push(read(row))),
  );
  expect(count).toBe(rows.length);
  return rows;
};

describe('copyOut', () => {
  it('returns every row, also across the stream header and message boundaries', async () => {
    const rows = await copied(
      `SELECT n, n::int, decode(repeat(to_hex(n % 10), 2), 'hex') FROM generate_series(-2, 9000::bigint) n WHERE n <> 0`,
      (row) => [row.integer(0), row.integer(1), row.bytes(2)[0]],
    );
    expect(rows).toHaveLength(9_002);
    expect(rows[0]).toEqual([-2, -2, expect.any(Number)]);
    expect(rows.at(-1)).toEqual([9_000, 9_000, 0]);
  });

  it('reads every column type, including empty values', async () => {
    const select = `SELECT '0191e6f3-7a52-7c3e-8f00-0123456789ab'::uuid, 'किरण'::text, timestamptz '2026-11-26T02:30:00.123456Z',
      timestamptz '1999-12-31T23:59:59.500001Z', NULL::text, ''::text, NULL::bigint`;
    const [row] = await copied(select, (one) => [
      one.uuid(0),
      one.text(1),
      one.time(2).toISOString(),
      one.time(3).toISOString(),
      [4, 5, 6].map((column) => one.isNull(column)),
      one.text(5),
    ]);
    expect(row).toEqual([
      '0191e6f3-7a52-7c3e-8f00-0123456789ab',
      'किरण',
      '2026-11-26T02:30:00.123Z',
      '1999-12-31T23:59:59.500Z',
      [true, false, true],
      '',
    ]);
  });

  it('returns no rows for an empty result', async () => {
    expect(await copied('SELECT 1 WHERE false', () => 1)).toEqual([]);
  });

  it('refuses inexact numbers, other types and NULL as a number', async () => {
    for (const select of ['SELECT NULL::bigint', 'SELECT 1::smallint', `SELECT 'eleven chars'`])
      await expect(copied(select, (row) => row.integer(0))).rejects.toThrow();
    await expect(copied(`SELECT 9007199254740993::bigint`, (row) => row.integer(0))).rejects.toThrow();
  });

  it('leaves the connection usable after a failure of the reader or the statement', async () => {
    await database.db.system(async (tx) => {
      const reader = tx.copyOut('COPY (SELECT generate_series(1, 5000)) TO STDOUT (FORMAT binary)', () => {
        throw new Error('cannot read');
      });
      await expect(reader).rejects.toThrow();
      expect(await tx.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
    await expect(copied('SELECT 1 / 0', () => 1)).rejects.toThrow();
    expect(await copied('SELECT 7', (row) => row.integer(0))).toEqual([7]);
  });
});

describe('binary arrays', () => {
  const read = async (sql: string, value: Buffer) =>
    (await database.db.system((tx) => tx.query<{ list: unknown }>(sql, [value])))[0]?.list;

  it('round-trip', async () => {
    const numbers = [0, 1, -1, 2 ** 40 + 3, -(2 ** 40), 2 ** 53 - 1];
    expect(await read('SELECT $1::bigint[] AS list', int8Array(numbers))).toEqual(numbers);
    expect(await read('SELECT $1::bigint[] AS list', int8Array([]))).toEqual([]);
    const words = int8ArrayOfWords([0, -1, 1], [5, -2 >>> 0, 0x80000000]);
    expect(await read('SELECT $1::bigint[]::text AS list', words)).toBe('{5,-2,6442450944}');
    expect(await read('SELECT $1::integer[] AS list', int4Array([0, -1, 2 ** 31 - 1]))).toEqual([
      0,
      -1,
      2 ** 31 - 1,
    ]);
    const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];
    expect(await read('SELECT $1::bigint[]::text AS list', int8ArrayOfBigints([least, -1n, 0n, most]))).toBe(
      `{${least},-1,0,${most}}`,
    );
    expect(await read('SELECT $1::bigint[] AS list', int8ArrayOfBigints([]))).toEqual([]);
    const bytes = Buffer.from('00112233445566778899aabbccddeeff'.repeat(2), 'hex');
    expect(await read('SELECT $1::uuid[]::text AS list', uuidArray(bytes))).toBe(
      '{00112233-4455-6677-8899-aabbccddeeff,00112233-4455-6677-8899-aabbccddeeff}',
    );
    expect(await read('SELECT $1::bytea[] AS list', byteaArray(bytes.subarray(0, 6), 3))).toEqual([
      bytes.subarray(0, 3),
      bytes.subarray(3, 6),
    ]);
    const long = Buffer.concat([bytes, bytes, bytes]);
    expect(await read('SELECT $1::bytea[] AS list', byteaArray(long, 48))).toEqual([
      long.subarray(0, 48),
      long.subarray(48),
    ]);
  });

  it('of variable-length values round-trip completely', async () => {
    const texts = ['', 'a "b", {c}\\', null, 'नमस्ते'];
    expect(await read('SELECT $1::text[] AS list', textArray(texts))).toEqual(texts);
    expect(await read('SELECT $1::text[] AS list', textArray([]))).toEqual([]);
    const numbers = int8OrNullArray([2 ** 40 + 3, null, -1, 0]);
    expect(await read('SELECT $1::bigint[]::text AS list', numbers)).toBe('{1099511627779,NULL,-1,0}');
    expect(await read('SELECT $1::smallint[]::text AS list', int2Array([0, 52, -1]))).toBe('{0,52,-1}');
    const bytes = [Buffer.from('00ff', 'hex'), Buffer.alloc(0), Buffer.from('07', 'hex')];
    expect(await read('SELECT $1::bytea[] AS list', byteaPartsArray(bytes))).toEqual(bytes);
    const times = ['2026-11-22T01:02:03.456Z', '1969-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z'];
    const inUtc = `SELECT array_agg(to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) AS list
      FROM unnest($1::timestamptz[]) AS t`;
    expect(await read(inUtc, timestamptzArray(times.map((time) => new Date(time))))).toEqual(
      times.map((time) => time.replace('Z', '000Z')),
    );
    const documents = [{ a: [1, 'é'] }, null, 'text'];
    const asOne = 'SELECT to_jsonb($1::jsonb[]) AS list';
    expect(await read(asOne, jsonbArray(documents.map((one) => JSON.stringify(one))))).toEqual(documents);
    const ids = ['0195f0f0-0000-7000-8000-00000000abcd', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
    expect(await read('SELECT $1::uuid[]::text[] AS list', uuidTextArray(ids))).toEqual(ids);
  });
});
