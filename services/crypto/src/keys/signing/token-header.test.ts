import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readTokenHeader } from './token-header.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inputOf = (header: unknown) => `${encode(header)}.${encode({ sub: '1' })}`;

describe('token header', () => {
  it('reads alg and kid', () => {
    const kid = randomUUID();
    expect(readTokenHeader(inputOf({ alg: 'EdDSA', kid, typ: 'pii-int+jwt' }))).toEqual({
      alg: 'EdDSA',
      kid,
    });
  });

  it.each([
    ['nothing', ''],
    ['no payload', encode({ alg: 'EdDSA', kid: 'a' })],
    ['three parts', `${inputOf({ alg: 'EdDSA', kid: 'a' })}.c2ln`],
    ['characters of plain base64', `${Buffer.from('{"alg":"??>"}').toString('base64')}.e30`],
    ['a header that is not JSON', `${Buffer.from('{alg').toString('base64url')}.e30`],
    ['a header that is null', `${encode(null)}.e30`],
    ['no kid', inputOf({ alg: 'EdDSA' })],
    ['a kid that is not a string', inputOf({ alg: 'EdDSA', kid: 7 })],
    ['a service token', inputOf({ alg: 'EdDSA', kid: 'a', typ: 'pii-svc+jwt' })],
    ['more than 16 KiB', `${encode({ alg: 'EdDSA', kid: 'a' })}.${'A'.repeat(16_384)}`],
  ])('refuses %s', (_what, input) => {
    expect(() => readTokenHeader(input)).toThrow(expect.objectContaining({ reason: 'TOKEN_HEADER' }));
  });
});
