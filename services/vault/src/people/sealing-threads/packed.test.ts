import { FIELD_CODES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packNewPeople, unpackNewPeople } from './packed-new-people.ts';
import { packSeals, unpackSeals } from './packed-seals.ts';

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array));
const type = fc.constantFrom(...(Object.keys(FIELD_CODES) as StoredType[]));
const person = fc.record({
  individualId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  values: fc.array(fc.tuple(type, fc.string()), { maxLength: 8 }),
});
const value = fc.record({
  ciphertext: bytes(1, 400),
  mac: bytes(16, 16),
  handle: fc.option(bytes(16, 16), { nil: null }),
});
const sealed = fc.record({
  newKey: fc.record({ fieldKeyVersion: fc.constant(4), wrapped: bytes(60, 60), commitment: bytes(32, 32) }),
  values: fc.array(value, { maxLength: 8 }),
});

it('round-trips people', () => {
  fc.assert(
    fc.property(fc.array(person), (people) => {
      expect(unpackNewPeople(packNewPeople(people))).toEqual(people);
    }),
  );
});

it('transfers what was sealed, in separate buffers', () => {
  fc.assert(
    fc.property(fc.array(sealed), (people) => {
      const packed = packSeals(people);
      expect(packed.bytes.byteLength).toBe(packed.bytes.buffer.byteLength);
      expect(unpackSeals(packed, 4)).toEqual(people);
    }),
  );
});

it('refuses bytes that do not fit their lengths', () => {
  const value = { ciphertext: Buffer.alloc(40), mac: Buffer.alloc(15), handle: null };
  const newKey = { fieldKeyVersion: 4, wrapped: Buffer.alloc(60), commitment: Buffer.alloc(32) };
  expect(() => unpackSeals(packSeals([{ newKey, values: [value] }]), 4)).toThrow(RangeError);
});

it('refuses bytes of another format', () => {
  for (const wrong of [['x'], [1], [1, 1], [1, 1, 0, 'x'], [1, 1, FIELD_CODES.name, 5]])
    expect(() => unpackNewPeople(wrong)).toThrow(RangeError);
});
