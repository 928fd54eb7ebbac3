import { describe, expect, it } from 'vitest';
import { createCursors } from './cursor.ts';

const cursors = createCursors(Buffer.alloc(32, 7));

describe('cursors', () => {
  it('open for their own list', () => {
    expect(cursors.open('GET /users', cursors.seal('GET /users', 'after:12'))).toBe('after:12');
  });

  it('do not open for another list, key or position', () => {
    const cursor = cursors.seal('GET /users', 'after:12');
    const forged = Buffer.from(cursor, 'base64url');
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    const refused = expect.objectContaining({ reason: 'INVALID_CURSOR' });
    expect(() => cursors.open('GET /imports', cursor)).toThrow(refused);
    expect(() => createCursors(Buffer.alloc(32, 8)).open('GET /users', cursor)).toThrow(refused);
    expect(() => cursors.open('GET /users', forged.toString('base64url'))).toThrow(refused);
    expect(() => cursors.open('GET /users', 'x')).toThrow(refused);
  });
});
