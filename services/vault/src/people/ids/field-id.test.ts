import { FIELD_CODES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { expect, it } from 'vitest';
import { fieldIdOf, namedField } from './field-id.ts';

it('an id contains its person and type, up to 8 × 10^13 people', () => {
  expect(fieldIdOf(4711, 'pan')).toBe(1_000_000_000_471_102);
  for (const individualId of [1, 32, 4711, 2 ** 40, 8e13])
    for (const type of Object.keys(FIELD_CODES) as StoredType[]) {
      const id = fieldIdOf(individualId, type);
      expect(Number.isSafeInteger(id)).toBe(true);
      expect(namedField(id)).toEqual({ individualId, code: FIELD_CODES[type] });
    }
});

it('an id from the sequence contains neither', () => {
  expect(namedField(1)).toBeUndefined();
  expect(namedField(999_999_999_999_999)).toBeUndefined();
});
