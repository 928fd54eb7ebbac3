import crypto, { createHmac, createSecretKey } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { HmacKey } from '@pii-vault/platform/crypto/hmac-key';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { newDataKey, openDataKey } from './data-key.ts';
import { expand } from './expand.ts';
import { IntegrityError } from './integrity-error.ts';
import { RandomPool } from './random-pool.ts';

const key = Buffer.alloc(32, 7);
const { hash } = crypto;
const inputs: Buffer[] = [];
const answers: unknown[] = [];

/** Notes what is hashed, and goes on. */
function watched(...[algorithm, input, encoding]: Parameters<typeof hash>) {
  const answer: unknown = hash(algorithm, input, encoding);
  if (Buffer.isBuffer(input)) inputs.push(input);
  answers.push(answer);
  return answer;
}

function replaceHash(by: unknown): void {
  Object.assign(crypto, { hash: by });
  // For those who import it by name.
  syncBuiltinESMExports();
}

replaceHash(watched);
afterAll(() => replaceHash(hash));
beforeEach(() => {
  inputs.length = 0;
  answers.length = 0;
});

it.each(['digest', 'secret'] as const)('%s leaves no byte of the key where it worked', (how) => {
  const expected = createHmac('sha256', key).update('one').digest();
  expect(new HmacKey(key)[how](Buffer.from('one'))).toEqual(expected);
  expect(inputs).toHaveLength(2);
  for (const input of inputs) expect(input).toEqual(Buffer.alloc(input.length));
});

it('makes no text of a key that it derives, and no second copy', () => {
  const derived = expand(new HmacKey(key), Buffer.from('info'));
  derived.fill(0);
  expect(answers).toEqual([Buffer.alloc(32), Buffer.alloc(32)]);
});

it('leaves no byte of a key whose commitment is not the one that was stored', () => {
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

it('leaves no byte of a new key in the pool that it was drawn from', () => {
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
