import { externalIdSchema, recordFieldsSchema } from '@pii-vault/contract/pii-records/pii-records-schema';
import { fieldTypes } from '@pii-vault/contract/scalars';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRecords, splitBySize } from './split-batch.ts';

describe('checkRecords', () => {
  it('rejects only invalid records, without repeating values', async () => {
    const { good, bad } = await checkRecords([
      { fields: { name: 'Asha Rao' }, externalId: 'C-1' },
      { fields: {} },
      { fields: { '499118665246': 'x' } },
      { fields: { name: 7 } },
      { fields: { name: 'Ravi' }, externalId: 9 },
      { fields: { pan: '' } },
    ]);
    expect(good).toEqual([{ index: 0, record: { fields: { name: 'Asha Rao' }, externalId: 'C-1' } }]);
    expect(bad.map(({ index, errors }) => [index, errors?.[0]?.path])).toEqual([
      [1, 'fields'],
      [2, 'fields'],
      [3, 'name'],
      [4, 'externalId'],
      [5, 'pan'],
    ]);
    expect(JSON.stringify(bad)).not.toContain('499118665246');
  });

  it('accepts the same records as the contract', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom('', 'a'.repeat(200), 'a'.repeat(201), 'a'.repeat(4_000), 'a'.repeat(4_001)),
      fc.constantFrom<unknown>(7, null, undefined, ['x'], { a: 1 }),
    );
    const key = fc.oneof(fc.constantFrom(...fieldTypes), fc.constantFrom('external_id', 'toString', 'x'));
    const record = fc.record({ fields: fc.dictionary(key, text, { maxKeys: 4 }), externalId: text });
    await fc.assert(
      fc.asyncProperty(record, async (one) => {
        const { good, bad } = await checkRecords([one]);
        const isRight =
          recordFieldsSchema.safeParse(one.fields).success &&
          externalIdSchema.optional().safeParse(one.externalId).success;
        expect([good.length, bad.length]).toEqual(isRight ? [1, 0] : [0, 1]);
        for (const { record: kept } of good) {
          const given = Object.entries(one.fields).filter(([, value]) => value !== undefined);
          expect(kept).toEqual({ fields: Object.fromEntries(given), externalId: one.externalId });
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('splitBySize', () => {
  const record = (length: number) => ({ fields: { address: 'अ'.repeat(length) }, externalId: undefined });

  it('keeps each message under 1 MiB, in order and complete', () => {
    const records = Array.from({ length: 1000 }, (_, index) => ({
      index,
      record: record((index * 7) % 3500),
    }));
    const parts = splitBySize(records);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.flat()).toEqual(records);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(1024 * 1024);
    expect(splitBySize(records)).toEqual(parts);
  });

  it('returns no messages for an empty batch', () => expect(splitBySize([])).toEqual([]));
});
