import { describe, expect, it } from 'vitest';
import { checkRecords, splitBySize } from './split-batch.ts';

describe('checkRecords', () => {
  it('lets a bad record reject only itself and repeats no value', async () => {
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
});

describe('splitBySize', () => {
  const record = (length: number) => ({ fields: { address: 'अ'.repeat(length) }, externalId: undefined });

  it('keeps each message under 1 MiB, in order, and loses nothing', () => {
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

  it('sends nothing for nothing', () => expect(splitBySize([])).toEqual([]));
});
