import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HmacKey, hmacKeyOf } from './hmac-key.ts';

describe('HMAC by one-shot hashes', () => {
  it('is what createHmac makes, for any key and message', () => {
    const key = fc.uint8Array({ maxLength: 130 });
    fc.assert(
      fc.property(key, fc.uint8Array({ maxLength: 300 }), (bytes, message) => {
        expect(new HmacKey(bytes).digest(message)).toEqual(
          createHmac('sha256', bytes).update(message).digest(),
        );
      }),
    );
  });

  it.each([0, 4_031, 4_032, 4_033, 20_000])('takes messages of %i bytes', (length) => {
    const [key, message] = [Buffer.alloc(32, 7), Buffer.alloc(length, 9)];
    expect(new HmacKey(key).digest(message)).toEqual(createHmac('sha256', key).update(message).digest());
  });

  it.each([63, 64, 65, 200])('takes keys of %i bytes', (length) => {
    const [key, message] = [Buffer.alloc(length, 7), Buffer.from('one')];
    expect(new HmacKey(key).digest(message)).toEqual(createHmac('sha256', key).update(message).digest());
    expect(key).toEqual(Buffer.alloc(length, 7));
  });

  it('does not change what it has answered', () => {
    const key = hmacKeyOf(createSecretKey(Buffer.alloc(32, 1)));
    const first = key.digest(Buffer.from('one'));
    const copy = Buffer.from(first);
    key.digest(Buffer.from('two'));
    expect(first).toEqual(copy);
  });

  it('makes a key object ready once', () => {
    const key = createSecretKey(Buffer.alloc(32, 1));
    expect(hmacKeyOf(key)).toBe(hmacKeyOf(key));
  });
});
