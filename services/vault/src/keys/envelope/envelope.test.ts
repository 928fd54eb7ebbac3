import { createSecretKey, randomBytes } from 'node:crypto';
import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DataKeyName, type FieldKey, newDataKey, openDataKey, type WrappedDataKey } from './data-key.ts';
import { IntegrityError } from './integrity-error.ts';
import { lengthPrefixed } from './length-prefixed.ts';
import { RandomPool } from './random-pool.ts';
import { bucketOf, openSealedField, pad, readHeader, sealField, unpad } from './sealed-field.ts';
import { valueMac } from './value-mac.ts';

const random = new RandomPool();
const fieldKey = (companyId: number, version = 1, keyId = `key-${companyId}-${version}`): FieldKey => ({
  companyId,
  keyId,
  version,
  key: createSecretKey(randomBytes(32)),
});
const id = fc.integer({ min: 1, max: 2 ** 40 });
const value = fc.string({ unit: 'grapheme', maxLength: 300 });
const types: readonly StoredType[] = [
  'aadhaar',
  'pan',
  'email',
  'phone',
  'name',
  'address',
  'dob',
  'external_id',
];
const field = fc.record({
  fieldType: fc.constantFrom<StoredType>(...types),
  version: fc.integer({ min: 1, max: 1000 }),
});
const owner = fc.record({ companyId: id, individualId: id, version: fc.integer({ min: 1, max: 1000 }) });
const flip = (bytes: Buffer, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  const at = bit % (bytes.length * 8);
  copy.writeUInt8(copy.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
  return copy;
};

describe('field encryption', () => {
  it('opens sealed values, and stored lengths disclose only a bucket', () => {
    fc.assert(
      fc.property(owner, field, value, (name, at, plain) => {
        const key = newDataKey(name, random);
        const sealed = sealField(key, at, plain, random);
        expect(openSealedField(key, at, sealed)).toBe(Buffer.from(plain, 'utf8').toString('utf8'));
        expect(sealed.length).toBe(36 + bucketOf(Buffer.byteLength(plain) + 1));
        expect(readHeader(sealed).dataKeyVersion).toBe(name.version);
      }),
    );
  });

  it('refuses any flipped bit', () => {
    fc.assert(
      fc.property(owner, field, value, fc.nat(), (name, at, plain, bit) => {
        const key = newDataKey(name, random);
        const sealed = sealField(key, at, plain, random);
        expect(() => openSealedField(key, at, flip(sealed, bit))).toThrow(IntegrityError);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses a ciphertext moved to another field, version, person, company or data-key version', () => {
    fc.assert(
      fc.property(owner, owner, field, field, value, (name, other, at, otherAt, plain) => {
        const company = fieldKey(name.companyId);
        const stored = newDataKey(name, random).wrapUnder(company, random);
        const key = openDataKey(name, company, stored);
        const sealed = sealField(key, at, plain, random);
        for (const moved of movedFields(at, otherAt)) {
          expect(() => openSealedField(key, moved, sealed)).toThrow(IntegrityError);
        }
        for (const thief of movedOwners(name, other)) {
          expect(() => openDataKey(thief, company, stored)).toThrow(IntegrityError);
          expect(() => openSealedField(newDataKey(thief, random), at, sealed)).toThrow(IntegrityError);
        }
      }),
    );
  });

  it('never produces the same ciphertext twice', () => {
    const key = newDataKey({ companyId: 1, individualId: 2, version: 1 }, random);
    const seen = new Set<string>();
    for (let i = 0; i < 5000; i += 1) {
      seen.add(sealField(key, { fieldType: 'pan', version: 1 }, 'ABCPE1234F', random).toString('hex'));
    }
    expect(seen.size).toBe(5000);
  });
});

function movedFields(at: { fieldType: StoredType; version: number }, other: typeof at): (typeof at)[] {
  const moved = [{ ...at, version: at.version + 1 }];
  if (other.fieldType !== at.fieldType) moved.push({ ...at, fieldType: other.fieldType });
  return moved;
}

function movedOwners(name: DataKeyName, other: DataKeyName): DataKeyName[] {
  const moved = [
    { ...name, version: name.version + 1 },
    { ...name, individualId: name.individualId + 1 },
    { ...name, companyId: name.companyId + 1 },
  ];
  if (other.individualId !== name.individualId) moved.push({ ...name, individualId: other.individualId });
  return moved;
}

describe('data keys', () => {
  const name = { companyId: 7, individualId: 9, version: 1 };

  it('open only under the field key that wrapped them, and with their commitment', () => {
    const company = fieldKey(7);
    const stored = newDataKey(name, random).wrapUnder(company, random);
    expect(stored.wrapped.length).toBe(60);
    const bad: [FieldKey, WrappedDataKey][] = [
      [fieldKey(7), stored],
      [{ ...company, keyId: 'another' }, stored],
      [{ ...company, version: 2 }, stored],
      [company, { ...stored, commitment: Buffer.alloc(32) }],
      [company, { ...stored, commitment: stored.commitment.subarray(0, 16) }],
    ];
    for (const [key, row] of bad) expect(() => openDataKey(name, key, row)).toThrow(IntegrityError);
    for (let bit = 0; bit < 480; bit += 1) {
      expect(() => openDataKey(name, company, { ...stored, wrapped: flip(stored.wrapped, bit) })).toThrow(
        IntegrityError,
      );
    }
    for (let bit = 0; bit < 256; bit += 1) {
      const commitment = flip(stored.commitment, bit);
      expect(() => openDataKey(name, company, { ...stored, commitment })).toThrow(IntegrityError);
    }
  });

  it('open the same fields after a rewrap under a new field key version', () => {
    const [before, after] = [fieldKey(7, 1), fieldKey(7, 2)];
    const key = newDataKey(name, random);
    const sealed = sealField(key, { fieldType: 'name', version: 3 }, 'Asha Rao', random);
    const opened = openDataKey(name, before, key.wrapUnder(before, random));
    const again = openDataKey(name, after, opened.wrapUnder(after, random));
    expect(openSealedField(again, { fieldType: 'name', version: 3 }, sealed)).toBe('Asha Rao');
  });

  it('have separate uses: value MACs differ by person, type and value and repeat for the same', () => {
    const [one, two] = [newDataKey(name, random), newDataKey({ ...name, individualId: 10 }, random)];
    const macs = [
      valueMac(one, 'pan', 'A'),
      valueMac(two, 'pan', 'A'),
      valueMac(one, 'name', 'A'),
      valueMac(one, 'pan', 'B'),
    ];
    expect(new Set(macs.map((mac) => mac.toString('hex'))).size).toBe(4);
    expect(valueMac(one, 'pan', 'A').equals(macs[0] ?? Buffer.alloc(0))).toBe(true);
  });
});

describe('encodings', () => {
  it('length-prefixed lists are injective', () => {
    const part = fc.oneof(fc.string({ maxLength: 6 }), fc.uint8Array({ maxLength: 6 }));
    const list = fc.array(part, { maxLength: 4 });
    const plain = (parts: readonly (string | Uint8Array)[]) =>
      JSON.stringify(parts.map((one) => Buffer.from(one).toString('hex')));
    fc.assert(
      fc.property(list, list, (a, b) => {
        expect(lengthPrefixed(...a).equals(lengthPrefixed(...b))).toBe(plain(a) === plain(b));
      }),
      { numRuns: 2000 },
    );
  });

  it('padding is invertible, and any other bytes are refused', () => {
    fc.assert(fc.property(value, (plain) => unpad(pad(plain)) === Buffer.from(plain).toString('utf8')));
    for (const bad of [
      Buffer.alloc(32),
      Buffer.alloc(0),
      pad('x').subarray(0, 16),
      Buffer.concat([pad('x'), Buffer.alloc(32)]),
    ]) {
      expect(() => unpad(bad)).toThrow(IntegrityError);
    }
  });
});
