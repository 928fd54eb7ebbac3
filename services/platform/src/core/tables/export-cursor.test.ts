import { expect, it } from 'vitest';
import { exportCursor, exportPosition } from './export-cursor.ts';

const changed = expect.objectContaining({ code: 'ABORTED', reason: 'EXPORT_SCOPE_CHANGED' });

it('returns the position while the scope contains every company, even with additional ones', () => {
  const cursor = exportCursor([1, 2], '["id",7,1,7] x');
  for (const companies of [
    [2, 1],
    [1, 2, 3],
  ])
    expect(exportPosition(companies, cursor)).toBe('["id",7,1,7] x');
});

it('refuses the next page after a company was removed, and malformed cursors', () => {
  const cursor = exportCursor([1, 2], '7');
  for (const companies of [[1], [1, 22], []])
    expect(() => exportPosition(companies, cursor)).toThrow(changed);
  for (const none of ['7', '', ' 7']) expect(() => exportPosition([1, 2], none)).toThrow(changed);
});
