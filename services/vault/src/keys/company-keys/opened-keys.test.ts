import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { openedKey } from './opened-keys.ts';

it('leaves no second copy of the bytes', () => {
  const answer = { keyId: 'k', version: 1, active: true, key: randomBytes(32) };
  const opened = openedKey(answer);
  expect(answer.key.equals(Buffer.alloc(32))).toBe(true);
  expect(opened.key.export().equals(Buffer.alloc(32))).toBe(false);
});
