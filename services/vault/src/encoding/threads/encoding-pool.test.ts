import { createSecretKey } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { allocateRows } from '../encoded-rows.ts';
import { type LinkableFields, recordEncoder } from '../record-encoder.ts';
import { EncodingPool } from './encoding-pool.ts';
import type { ScopeKey } from './open-scopes.ts';

const scope = (name: string, byte: number): ScopeKey => ({
  name,
  keyVersion: 1,
  key: createSecretKey(Buffer.alloc(32, byte)),
});
const people: LinkableFields[] = [
  { name: 'राहुल शर्मा', dob: '1980-02-29', phone: '+919812345670' },
  {},
  { address: '12 MG Road, Bengaluru 560001', pan: 'ABCPK1234F', email: 'a@b.example' },
];

function here({ key }: ScopeKey) {
  const rows = allocateRows(people.length);
  for (const [row, fields] of people.entries()) recordEncoder(key).encode(fields, rows, row);
  return rows;
}

const pools: EncodingPool[] = [];
function poolOf(size: number, now?: () => number): EncodingPool {
  const pool = new EncodingPool(size, now);
  pools.push(pool);
  return pool;
}
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.stop())));

describe('the encoding pool', () => {
  it('encodes as the encoder does, for several scopes over several threads', async () => {
    const pool = poolOf(2);
    const scopes = Array.from({ length: 12 }, (_, n) => scope(`intra:${n}`, n));
    const encoded = await Promise.all(scopes.map((one) => pool.encode(one, people)));
    expect(encoded).toEqual(scopes.map(here));
    // The first ones were closed to make room for the last.
    expect(await pool.encode(scopes[0] ?? scope('none', 0), people)).toEqual(encoded[0]);
  });

  it('uses the given key, when a scope has a new one', async () => {
    const pool = poolOf(1);
    const [former, present] = [scope('intra:1', 1), scope('intra:1', 2)];
    await pool.encode(former, people);
    expect(await pool.encode(present, people)).toEqual(here(present));
  });

  it('encodes one person like many, without a thread', async () => {
    const pool = poolOf(2);
    const scopes = Array.from({ length: 12 }, (_, n) => scope(`intra:${n}`, n));
    const [person = {}] = people;
    // Eight of twelve scopes stay open, so each is opened again after it was closed; the last then has another key.
    for (const one of [...scopes, ...scopes, scope('intra:11', 99)]) {
      const rows = allocateRows(1);
      recordEncoder(one.key).encode(person, rows, 0);
      expect(await pool.encode(one, [person])).toEqual(rows);
    }
    expect(pool.threads).toBe(0);
  });

  it('reports a failure with one person without its value, and continues', async () => {
    const pool = poolOf(1);
    const shortKey = { ...scope('intra:1', 1), key: createSecretKey(Buffer.alloc(16)) };
    const failure = await pool.encode(shortKey, [people[0] ?? {}]).catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'ENCODING_FAILED', cause: { message: 'RangeError' } });
    await expect(pool.encode(scope('intra:1', 1), [{}])).resolves.toBeDefined();
  });

  it('drops keys unused for a minute, ends its threads, and starts again', async () => {
    let now = 0;
    const pool = poolOf(1, () => now);
    const one = scope('intra:1', 1);
    await pool.encode(one, people);
    expect(pool.threads).toBe(1);
    now = 60_000;
    await pool.rest();
    expect(pool.threads).toBe(1);
    now = 60_001;
    await pool.rest();
    expect(pool.threads).toBe(0);
    expect(await pool.encode(one, people)).toEqual(here(one));
  });

  it('accepts a limited number of jobs', async () => {
    const pool = poolOf(1);
    const jobs = Array.from({ length: 65 }, () => pool.encode(scope('intra:1', 1), people));
    const settled = await Promise.allSettled(jobs);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
    expect(settled.at(-1)).toMatchObject({ reason: { reason: 'ENCODING_BUSY' } });
  });

  it('reports a failure without a value, and continues', async () => {
    const pool = poolOf(1);
    const shortKey = { ...scope('intra:1', 1), key: createSecretKey(Buffer.alloc(16)) };
    await expect(pool.encode(shortKey, people)).rejects.toMatchObject({ reason: 'ENCODING_ENDED' });
    const one = scope('intra:2', 1);
    expect(await pool.encode(one, people)).toEqual(here(one));
  });

  it('completes accepted jobs before it stops, and accepts none afterwards', async () => {
    const pool = poolOf(1);
    const one = scope('intra:1', 1);
    const job = pool.encode(one, people);
    await pool.stop();
    expect(await job).toEqual(here(one));
    await expect(pool.encode(one, [people[0] ?? {}])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(pool.encode(one, people)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
