import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

const key = { version: 3, isActive: true, key: createSecretKey(Buffer.alloc(32, 7)) };
const keys = { active: async () => key, version: async () => key };
const place = { companyId: 1, kind: 'thing 1', parts: ['a', 'b'] };

it('opens a sealed text, whose length reveals only its size bucket', async () => {
  const [short, long] = [await sealText(keys, place, ''), await sealText(keys, place, 'ü'.repeat(63))];
  expect(short.sealed.length).toBe(long.sealed.length);
  expect(await openText(keys, place, long)).toBe('ü'.repeat(63));
  expect(await openText(keys, place, short)).toBe('');
});

it('opens a text that the first version stored', async () => {
  const sealed = Buffer.from(
    '0e99b21836e1646b676d70822225c65d1fa51980bced85224b43c1f17b7a5222179ab62a57f622330a6f0e2fa64cbdaade61142834ac' +
      '23027e246730445ea458fe27d007789d8493d6138ad964988569b6fd23e4c1bceb7513b689ce301b547d8896a33f75ef9098f87cbb6d' +
      'b3ac360aaffecbcbbb54045524b325dc4caa7c2046001216331778dc52ce3718a21a2823892344a65cf66c06abada853',
    'hex',
  );
  expect(await openText(keys, place, { sealed, keyVersion: 3 })).toBe('Grüße, asked for by phone');
});

it('refuses a text from another place and a changed text', async () => {
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
