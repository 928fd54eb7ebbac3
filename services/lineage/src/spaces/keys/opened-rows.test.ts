import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OpenedRows } from './opened-rows.ts';

const sealed = randomBytes(60);
const packed = Buffer.from('features');

describe('OpenedRows', () => {
  it('returns the last stored record, with the IV of its ciphertext', () => {
    const rows = new OpenedRows();
    rows.keep(1, randomBytes(60), Buffer.from('before'));
    rows.keep(1, sealed, packed);
    expect(rows.find(1)).toEqual({ iv: sealed.subarray(0, 12), packed });
    expect(rows.find(2)).toBeUndefined();
  });

  it('keeps a record no longer than a key', () => {
    let now = 0;
    const rows = new OpenedRows(() => now);
    for (const keptAt of [0, 89_999, 200_000]) {
      now = keptAt;
      rows.keep(keptAt, sealed, packed);
      now = keptAt + 29_000;
      expect(rows.find(keptAt)?.packed).toBe(packed);
      for (now = keptAt + 30_000; now <= keptAt + 60_000; now += 30_000) rows.find(0);
      expect(rows.find(keptAt)).toBeUndefined();
    }
  });

  it('keeps a bounded number', () => {
    const rows = new OpenedRows();
    for (let id = 0; id < 100_000; id += 1) rows.keep(id, sealed, packed);
    const held = Array.from({ length: 100_000 }, (_, id) => id).filter((id) => rows.find(id) !== undefined);
    expect(held.length).toBeGreaterThanOrEqual(20_000);
    expect(held.length).toBeLessThanOrEqual(40_000);
    expect(held.at(-1)).toBe(99_999);
  });
});
