import { describe, expect, it } from 'vitest';
import { formatReference, madeAt, newKeyId, parseReference } from './pkcs11-reference.ts';

describe('pkcs11 reference', () => {
  it('stores the creation time in the id, as a UUIDv7', () => {
    const at = new Date('2026-11-21T08:00:00.123Z');
    const id = newKeyId(at);
    expect(madeAt(id)).toEqual(at);
    expect(id.toString('hex')).toMatch(/^.{12}7.{3}[89ab].{15}$/);
    expect(newKeyId(at)).not.toEqual(id);
  });

  it('survives formatting and parsing', () => {
    const id = newKeyId(new Date());
    const reference = formatReference({ type: 'private', id });
    expect(reference).toMatch(/^pkcs11:type=private;id=(%[0-9a-f]{2}){16}$/);
    expect(parseReference(reference)).toEqual({ type: 'private', id });
  });

  it.each(['', 'pkcs11:', 'pkcs11:type=cert;id=%00', 'local:1', 'pkcs11:type=private;id=%01?pin-value=1'])(
    'refuses %j',
    (reference) => {
      expect(() => parseReference(reference)).toThrow(expect.objectContaining({ fault: 'misuse' }));
    },
  );
});
