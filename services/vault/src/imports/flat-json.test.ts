import { plainName } from '@pii-vault/platform/values/import-columns/header-name';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFlatJson } from './flat-json.ts';
import { faultOf } from './header-row.ts';

const outcomeOf = (text: string) => {
  const parsed = parseFlatJson(text);
  return parsed.ok ? Object.fromEntries(parsed.cells) : parsed.problem.reason;
};

test.each([
  [
    '{"name":"A\\u0073ha \\"R\\"","aadhaar": 234123412346 ,"pan":null}',
    { name: 'Asha "R"', aadhaar: '234123412346' },
  ],
  [' {} ', {}],
  ['{"a":"1","a":"2"}', 'JSON_DUPLICATE_KEY'],
  ['{"a":"1","\\u0061":"2"}', 'JSON_DUPLICATE_KEY'],
  ['{"__proto__":"1"}', 'JSON_FORBIDDEN_KEY'],
  ['{"a":{"b":"1"}}', 'JSON_NESTED'],
  [`{"a":${'['.repeat(100_000)}`, 'JSON_NESTED'],
  ['{"a":true,"b":false}', { a: 'true', b: 'false' }],
  ['{"a":truer}', 'JSON_MALFORMED'],
  ['{"a":1.5}', 'JSON_VALUE'],
  ['{"a":-1}', 'JSON_VALUE'],
  ['{"a":90071992547409931}', 'JSON_VALUE'],
  ['{"a":012}', 'JSON_MALFORMED'],
  ['{"a":"1"} {"a":"2"}', 'JSON_MALFORMED'],
  ['{"a":"1",}', 'JSON_MALFORMED'],
  ['{"a" "1"}', 'JSON_MALFORMED'],
  ['{"a":"tab\there"}', 'JSON_MALFORMED'],
  ['{"a":"\\x"}', 'JSON_MALFORMED'],
  ['{"a":"open', 'JSON_MALFORMED'],
  ['["a"]', 'JSON_MALFORMED'],
  ['{"a\\u0000":"1"}', 'JSON_NOT_TEXT'],
  ['{"\\ud800":"1"}', 'JSON_NOT_TEXT'],
  [`{"${'k'.repeat(201)}":"1"}`, 'JSON_KEY_TOO_LONG'],
  ['{" Full\\n Name ":"1"}', { 'Full Name': '1' }],
  ['{" ":"1"}', { 'Column without a name': '1' }],
  ['', 'JSON_MALFORMED'],
])('%j', (text, expected) => {
  expect(outcomeOf(text)).toEqual(expected);
});

test('parses every flat object of strings', () => {
  const key = fc
    .string({ unit: 'binary' })
    .filter(
      (text) =>
        text !== '__proto__' && text !== '' && text === plainName(text) && faultOf(text) === undefined,
    );
  fc.assert(
    fc.property(fc.dictionary(key, fc.string({ unit: 'binary' })), (object) => {
      const parsed = parseFlatJson(JSON.stringify(object));
      expect(parsed.ok && [...parsed.cells]).toEqual(Object.entries(object));
    }),
  );
});

test('accepts at most what JSON.parse accepts', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 2 }), fc.nat(20), (json, cut) => {
      const text = json.slice(0, Math.max(0, json.length - cut));
      const isValid = (() => {
        try {
          JSON.parse(text);
          return true;
        } catch {
          return false;
        }
      })();
      if (parseFlatJson(text).ok) expect(isValid).toBe(true);
    }),
  );
});
