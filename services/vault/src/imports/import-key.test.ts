import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IntegrityError } from '../keys/envelope/integrity-error.ts';
import { RandomPool } from '../keys/envelope/random-pool.ts';
import { ImportKey } from './import-key.ts';

const random = new RandomPool();
const fieldKey = (companyId: number, keyId = 'k1') => ({
  companyId,
  keyId,
  version: 1,
  key: createSecretKey(Buffer.alloc(32, 7)),
});
const name = { companyId: 7, importId: 3 };
const { key, wrapped } = ImportKey.create(name, fieldKey(7), random);
const text = Buffer.from('name,phone\nAsha,9812345670\n');

test('opens sealed plans and chunks, also with the unwrapped key', () => {
  const again = ImportKey.open(name, fieldKey(7), wrapped);
  expect(again.openChunk(0, key.sealChunk(0, text, random))).toEqual(text);
  expect(again.openPlan(key.sealPlan('{"a":1}', random))).toBe('{"a":1}');
  expect(key.sealChunk(0, text, random).includes('Asha')).toBe(false);
});

describe('refuses to open in another place', () => {
  test('a wrapped key of another import, company, field key or value', () => {
    expect(() => ImportKey.open({ ...name, importId: 4 }, fieldKey(7), wrapped)).toThrow(IntegrityError);
    expect(() => ImportKey.open({ ...name, companyId: 8 }, fieldKey(8), wrapped)).toThrow(IntegrityError);
    expect(() => ImportKey.open(name, fieldKey(7, 'k2'), wrapped)).toThrow(IntegrityError);
    const other = { ...fieldKey(7), key: createSecretKey(randomBytes(32)) };
    expect(() => ImportKey.open(name, other, wrapped)).toThrow(IntegrityError);
  });

  test('a chunk of another index, or one as a plan', () => {
    const sealed = key.sealChunk(1, text, random);
    expect(() => key.openChunk(0, sealed)).toThrow(IntegrityError);
    expect(() => key.openPlan(key.sealChunk(0, text, random))).toThrow(IntegrityError);
  });

  test('any flipped bit', () => {
    const sealed = key.sealChunk(0, text, random);
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const flipped = Buffer.from(sealed);
        flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(() => key.openChunk(0, flipped)).toThrow(IntegrityError);
      }),
    );
  });
});
