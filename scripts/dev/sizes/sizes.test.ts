import { describe, expect, it } from 'vitest';
import { longFile } from './long-files.ts';
import { longFunctions } from './long-functions.ts';

const lines = (count: number, line = 'f();') => Array.from({ length: count }, () => line).join('\n');
const body = (count: number) => `{\n${lines(count)}\n}`;

describe('functions', () => {
  it.each([
    ['a declaration', (count: number) => `function long() ${body(count)}`],
    ['an arrow', (count: number) => `const long = async () => ${body(count)};`],
    ['a method', (count: number) => `class C { long() ${body(count)} }`],
    ['one inside another call', (count: number) => `it('is long', () => ${body(count)});`],
    ['a suite with a name', (count: number) => `const suite = () => {\n${lines(count, "it('x', f);")}\n};`],
  ])('%s may have 60 lines', (_, source) => {
    expect(longFunctions('a.ts', source(58))).toEqual([]);
    expect(longFunctions('a.ts', `\n${source(59)}`)).toEqual(['a.ts:2: 61 lines, 60 at most']);
  });

  it('with JSX may have 150 lines', () => {
    const component = (count: number) => `const C = () => {\n${lines(count)}\nreturn <p />;\n};`;
    expect(longFunctions('c.tsx', component(147))).toEqual([]);
    expect(longFunctions('c.tsx', component(148))).toEqual(['c.tsx:1: 151 lines, 150 at most']);
    expect(longFunctions('c.test.tsx', component(58))).toEqual(['c.test.tsx:1: 61 lines, 60 at most']);
  });

  it('passed to describe count only the lines outside tests; each test counts separately', () => {
    const test = `it('x', () => {\n${lines(20)}\n});`;
    const named = `test.each([1])('x', () => {\n${lines(20)}\n});`;
    const suite = (...parts: string[]) => `describe.each([1])('s', () => {\n${parts.join('\n')}\n});`;
    expect(longFunctions('a.test.ts', suite(test, lines(58), named, named, suite(test, test)))).toEqual([]);
    expect(longFunctions('a.test.ts', suite(test, lines(59), test))).toEqual([
      'a.test.ts:1: 61 lines, 60 at most',
    ]);
    const long = `it('x', () => ${body(60)});`;
    expect(longFunctions('a.test.ts', suite(long))).toEqual(['a.test.ts:2: 62 lines, 60 at most']);
  });

  it('cannot be read from a file that is not TypeScript', () => {
    expect(() => longFunctions('a.ts', 'function {')).toThrow(/^a\.ts: /);
  });
});

it.each([
  ['services/vault/src/people/records/person.ts', 400],
  ['web/src/app/app.tsx', 400],
  ['services/vault/src/people/records/people.int.test.ts', 400],
  ['proto/piivault/vault/v1/records.proto', 400],
  ['charts/pii-vault/values.yaml', 300],
])('%s may have %i lines', (path, limit) => {
  expect(longFile(path, `${lines(limit)}\n`)).toEqual([]);
  expect(longFile(path, lines(limit + 1))).toEqual([`${path}: ${limit + 1} lines, ${limit} at most`]);
});

it('other files have no limit', () => {
  expect(longFile('docker-compose.yaml', lines(1_000))).toEqual([]);
});
