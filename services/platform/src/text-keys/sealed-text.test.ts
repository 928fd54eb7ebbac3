import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

const key = { version: 3, isActive: true, key: createSecretKey(Buffer.alloc(32, 7)) };
const keys = { active: async () => key, version: async () => key };
const place = { companyId: 1, kind: 'thing 1', parts: ['a', 'b'] };

it('opens what it sealed, and shows of the length a bucket only', async () => {
  const [short, long] = [await sealText(keys, place, ''), await sealText(keys, place, 'ü'.repeat(63))];
  expect(short.sealed.length).toBe(long.sealed.length);
  expect(await openText(keys, place, long)).toBe('ü'.repeat(63));
  expect(await openText(keys, place, short)).toBe('');
});

it('opens nothing that stood elsewhere or was changed', async () => {
  const stored = await sealText(keys, place, 'secret');
  const flipped = Buffer.from(stored.sealed);
  flipped[20] = (flipped[20] ?? 0) ^ 1;
  const wrong = [
    [{ ...place, companyId: 2 }, stored],
    [{ ...place, kind: 'thing 2' }, stored],
    [{ ...place, parts: ['a', 'c'] }, stored],
    [place, { ...stored, keyVersion: 4 }],
    [place, { ...stored, sealed: flipped }],
    [place, { ...stored, sealed: stored.sealed.subarray(0, 20) }],
  ] as const;
  for (const [where, what] of wrong)
    await expect(openText(keys, where, what)).rejects.toMatchObject({ reason: 'SEALED_INTEGRITY' });
});
