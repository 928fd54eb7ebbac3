import crypto, { createSecretKey } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it } from 'vitest';
import { newDataKey, openDataKey } from './data-key.ts';
import { IntegrityError } from './integrity-error.ts';
import { RandomPool } from './random-pool.ts';

const key = Buffer.alloc(32, 7);
it('leaves no byte of a key whose commitment differs from the stored one', () => {
  const opened: Buffer[] = [];
  const { createDecipheriv } = crypto;
  const watchedCipher = (...args: Parameters<typeof createDecipheriv>) => {
    const decipher = createDecipheriv(...args);
    const update = decipher.update.bind(decipher);
    const noted = (bytes: Buffer) => opened[opened.push(update(bytes)) - 1];
    return Object.assign(decipher, { update: noted });
  };
  const name = { companyId: 1, individualId: 2, version: 1 };
  const fieldKey = { companyId: 1, version: 1, keyId: 'field', key: createSecretKey(key) };
  const wrapped = newDataKey(name, new RandomPool()).wrapUnder(fieldKey, new RandomPool());
  Object.assign(crypto, { createDecipheriv: watchedCipher });
  syncBuiltinESMExports();
  const other = { ...wrapped, commitment: Buffer.alloc(wrapped.commitment.length) };
  expect(() => openDataKey(name, fieldKey, other)).toThrow(IntegrityError);
  Object.assign(crypto, { createDecipheriv });
  syncBuiltinESMExports();
  expect(opened).toEqual([Buffer.alloc(32)]);
});

it('leaves no byte of a new key in its random pool', () => {
  const drawn: Buffer[] = [];
  class Watched extends RandomPool {
    override take(length: number): Buffer {
      const bytes = super.take(length);
      drawn.push(bytes);
      return bytes;
    }
  }
  newDataKey({ companyId: 1, individualId: 2, version: 1 }, new Watched());
  expect(drawn).toEqual([Buffer.alloc(32)]);
});
