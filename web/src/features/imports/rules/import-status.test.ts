import { describe, expect, it } from 'vitest';
import { byteText } from './byte-text.ts';
import { estimatedRows, importTone } from './import-status.ts';

describe('imports', () => {
  const running = { bytesTotal: 1000, bytesRead: 250, processed: 50, status: 'running' } as const;
  it('estimates the rows by the bytes read', () => {
    expect(estimatedRows(running)).toBe(200);
    expect(estimatedRows({ ...running, bytesRead: 0, processed: 0 })).toBe(0);
    expect(estimatedRows({ ...running, status: 'done' })).toBe(50);
  });
  it('is not green if rows were rejected', () => {
    expect(importTone({ status: 'done', rejected: 0 })).toBe('success');
    expect(importTone({ status: 'done', rejected: 1 })).toBe('warning');
  });
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_536_000, '1.5 MB'],
  ])('%i bytes', (bytes, text) => {
    const decimal = (value: number, digits: number) => value.toFixed(digits);
    expect(byteText(bytes, decimal)).toBe(text);
  });
});
