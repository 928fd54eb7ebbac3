import { planColumns } from '@pii-vault/platform/values/import-columns/column-plan';
import { expect, test, vi } from 'vitest';
import { headerRowMapper } from './row-mapper.ts';

test.each(['address', 'name'] as const)(
  'headers of %s columns are read once, not for every row',
  (target) => {
    const columns = Array.from({ length: 512 }, (_, n) => `column ${n}`);
    const mapping = Object.fromEntries(columns.map((column) => [column, target]));
    const mapRow = headerRowMapper(planColumns(columns, mapping));
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const { fields } = mapRow(new Map(columns.map((column, n) => [column, n === 0 ? 'x' : '-'])));
    const read = normalize.mock.contexts.map(String).filter((text) => text.startsWith('column '));
    normalize.mockRestore();
    expect(fields[target]).toBe('x');
    expect(read).toEqual([]);
  },
);
