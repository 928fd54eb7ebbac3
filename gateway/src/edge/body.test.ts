import { expect, it } from 'vitest';
import { parseJsonBody } from './body.ts';

it.each([
  ['a byte that is invalid in UTF-8', [0x22, 0xff, 0x22]],
  ['a surrogate encoded in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['JSON that is not strict', [...Buffer.from('{"a":1,"a":2}')]],
])('refuses %s', (_, bytes) => {
  const refused = expect.objectContaining({ code: 'INVALID_ARGUMENT', reason: 'MALFORMED_JSON' });
  expect(() => parseJsonBody(Buffer.from(bytes))).toThrow(refused);
});

it('reads JSON in UTF-8', () => expect(parseJsonBody(Buffer.from('{"a":"😀"}'))).toEqual({ a: '😀' }));
