import { createSecretKey } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { openDataKey } from '../../keys/envelope/data-key.ts';
import { openSealedField } from '../../keys/envelope/sealed-field.ts';
import { valueMac } from '../../keys/envelope/value-mac.ts';
import type { NewPerson, SealedPerson, SealingKeys } from '../records/seal-person.ts';
import { searchHandle } from '../search/blind-index.ts';
import { SealingPool } from './sealing-pool.ts';

const COMPANY = 7;
const keys: SealingKeys = {
  companyId: COMPANY,
  fieldKey: { companyId: COMPANY, keyId: 'field', version: 3, key: createSecretKey(Buffer.alloc(32, 1)) },
  indexKey: { keyId: 'index', version: 2, isActive: true, key: createSecretKey(Buffer.alloc(32, 2)) },
};
const shortKey = { ...keys, fieldKey: { ...keys.fieldKey, key: createSecretKey(Buffer.alloc(7)) } };
const people: NewPerson[] = Array.from({ length: 40 }, (_, n) => ({
  individualId: 100 + n,
  values:
    n === 1
      ? []
      : [
          ['name', 'राहुल शर्मा'],
          ['email', `p${n}@example.in`],
          ['address', 'x'.repeat(n * 20 + 1)],
          ['external_id', `c-${n}`],
        ],
}));

/** The decrypted values, each opened like a stored one. */
function opened(person: NewPerson, { newKey, values }: SealedPerson) {
  const { individualId } = person;
  const key = openDataKey({ companyId: COMPANY, individualId, version: 1 }, keys.fieldKey, newKey);
  return person.values.map(([type, text], n) => {
    const { ciphertext, mac, handle } = values[n] ?? {
      ciphertext: Buffer.alloc(0),
      mac: Buffer.alloc(0),
      handle: null,
    };
    expect(mac).toEqual(valueMac(key, type, text));
    expect(handle).toEqual(searchHandle(keys.indexKey.key, type, text));
    return [type, openSealedField(key, { fieldType: type, version: 1 }, ciphertext)];
  });
}

const pools: SealingPool[] = [];
function poolOf(size: number, now?: () => number): SealingPool {
  const pool = new SealingPool(size, now);
  pools.push(pool);
  return pool;
}
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.stop())));

describe('the sealing pool', () => {
  it('encrypts many in threads and few in the calling thread, each under its own key', async () => {
    const pool = poolOf(2);
    const wraps = new Set<string>();
    for (const some of [people, people.slice(0, 8), people.slice(0, 9), []]) {
      const sealed = await pool.seal(keys, some);
      expect(sealed).toHaveLength(some.length);
      for (const [n, person] of some.entries()) {
        const seals = sealed[n];
        if (seals === undefined) throw new Error('nothing was sealed');
        expect(opened(person, seals)).toEqual(person.values);
        wraps.add(seals.newKey.wrapped.toString('hex'));
      }
      expect(pool.threads).toBe(1);
    }
    expect(wraps.size).toBe(40 + 8 + 9);
    await Promise.all([pool.seal(keys, people), pool.seal(keys, people), pool.seal(keys, people)]);
    expect(pool.threads).toBe(2);
  });

  it('starts no thread for few', async () => {
    const pool = poolOf(1);
    await pool.seal(keys, people.slice(0, 8));
    expect(pool.threads).toBe(0);
  });

  it('reports a failure without a value, and continues', async () => {
    const pool = poolOf(1);
    const failure = await pool.seal(shortKey, people).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'INTERNAL', reason: 'SEALING_FAILED' });
    expect(failure).toMatchObject({ cause: { message: expect.stringMatching(/^\w*Error$/) } });
    expect(await pool.seal(keys, people)).toHaveLength(40);
  });

  it('ends threads that were idle for a minute, and starts again', async () => {
    let now = 0;
    const pool = poolOf(1, () => now);
    await pool.seal(keys, people);
    now = 60_000;
    await pool.rest();
    expect(pool.threads).toBe(1);
    now = 60_001;
    await pool.rest();
    expect(pool.threads).toBe(0);
    expect(await pool.seal(keys, people)).toHaveLength(40);
  });

  it('completes accepted jobs before it stops, and gives threads nothing afterwards', async () => {
    const pool = poolOf(1);
    const job = pool.seal(keys, people);
    await pool.stop();
    expect(await job).toHaveLength(40);
    await expect(pool.seal(keys, people)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
