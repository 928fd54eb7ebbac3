import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './keyset.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const refusal = expect.objectContaining({ code: 'INVALID_ARGUMENT', reason: 'INVALID_CURSOR' });
const values = fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), {
  maxLength: 5,
});

describe('cursor', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(fc.string(), values, (list, position) => {
        expect(decodeCursor(key, list, encodeCursor(key, list, position))).toEqual(position);
      }),
    );
  });

  it('stays valid across versions: its bytes are unchanged', () => {
    const cursor = encodeCursor(key, 'a list', ['x', 1]);
    const [name, body] = ['a list', '["x",1]'];
    const tag = createHmac('sha256', Buffer.alloc(32, 1)).update(`\0\0\0\u0006${name}${body}`).digest();
    expect(cursor).toBe(Buffer.concat([tag.subarray(0, 16), Buffer.from(body)]).toString('base64url'));
  });

  it('is refused for another list, another key or a changed bit', () => {
    fc.assert(
      fc.property(values, fc.nat(), (position, at) => {
        const cursor = encodeCursor(key, 'a', position);
        expect(() => decodeCursor(key, 'b', cursor)).toThrow(refusal);
        expect(() => decodeCursor(createSecretKey(Buffer.alloc(32, 2)), 'a', cursor)).toThrow(refusal);
        const bytes = Buffer.from(cursor, 'base64url');
        const index = at % (bytes.length * 8);
        bytes[index >> 3] = (bytes[index >> 3] ?? 0) ^ (1 << (index & 7));
        expect(() => decodeCursor(key, 'a', bytes.toString('base64url'))).toThrow(refusal);
      }),
    );
  });

  it('is refused if it is malformed', () => {
    for (const cursor of ['', 'x', '../../etc/passwd', 'A'.repeat(5_000), `${encodeCursor(key, 'a', [1])}=`])
      expect(() => decodeCursor(key, 'a', cursor)).toThrow(refusal);
  });
});
