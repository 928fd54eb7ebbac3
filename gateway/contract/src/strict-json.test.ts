import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MalformedJson, parseStrictJson } from './strict-json.ts';

const parse = parseStrictJson;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const many = (count: number) => Array(count).fill('""').join();

describe('parseStrictJson', () => {
  it.each([
    ['a duplicate key', '{"a":1,"a":2}'],
    ['a duplicate key in a nested object', '{"a":[{"b":1,"c":{},"b":2}]}'],
    ['a duplicate key spelled with an escape', '{"a":1,"\\u0061":2}'],
    ['a duplicate key with blanks before the colon', '{"a" :1,"a"\n:2}'],
    ['__proto__', '{"__proto__":{}}'],
    ['__proto__ spelled with an escape', '{"\\u005f_proto__":{}}'],
    ['nesting above 16', nested(17)],
    ['a list of more than 20,000 values', `[${'1,'.repeat(20_000)}1]`],
    ['nested values, more than 20,000 together', `{"a":[${many(15_000)}],"b":{"c":[${many(15_000)}]}}`],
    ['a text without an end', '{"a'],
    ['a text that ends in an escape', '{"a\\'],
    ['a NUL escape', '{"a":"x\\u0000y"}'],
    ['a NUL escape in a key', '{"x\\u0000":1}'],
    ['a raw NUL', '{"a":"x\0y"}'],
    ['a lone high surrogate', '{"a":"\\ud800"}'],
    ['a lone low surrogate', '["\\udc00x"]'],
    ['swapped surrogates', '["\\udc00\\ud800"]'],
    ['trailing text', '{} x'],
    ['nothing', ''],
    ['a comment', '{/* */}'],
    ['NaN', '[NaN]'],
  ])('refuses %s', (_, text) => {
    expect(() => parse(text)).toThrow(MalformedJson);
  });

  it('never repeats the refused input', () => {
    for (const text of ['{"9999 secret":1,"9999 secret":2}', '{"secret":"x\\u0000"}', '{"secret'])
      expect(() => parse(text)).not.toThrow(/secret|9999/);
  });

  it('refuses what is too large or too deep before it parses it', () => {
    const parsed = vi.spyOn(JSON, 'parse');
    for (const text of [nested(2_000_000), `[${many(2_000_000)}]`])
      expect(() => parse(text)).toThrow(MalformedJson);
    expect(parsed).not.toHaveBeenCalled();
    parsed.mockRestore();
  });

  it('accepts suspicious but valid input', () => {
    expect(parse('{"a":"\\\\u0000","b":"{\\"a\\":1,\\"a\\":2}","c":["a","a"]}')).toEqual({
      a: '\\u0000',
      b: '{"a":1,"a":2}',
      c: ['a', 'a'],
    });
    expect(parse('{"a":{"x":1},"b":{"x":2}}')).toEqual({ a: { x: 1 }, b: { x: 2 } });
    expect(parse('"\\ud83d\\ude00"')).toBe('😀');
    expect(parse(nested(16))).toBeInstanceOf(Array);
    expect(parse(`[${many(20_000)}]`)).toHaveLength(20_000);
    expect(parse(`"${','.repeat(50_000)}"`)).toHaveLength(50_000);
  });

  it('reads every well-formed value as JSON.parse does', () => {
    const ordinary = fc.jsonValue({ maxDepth: 5 }).filter((value) => {
      const text = JSON.stringify(value);
      return !text.includes('\\u') && !text.includes('__proto__');
    });
    fc.assert(
      fc.property(ordinary, (value) => {
        const text = JSON.stringify(value, null, 1);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
