import { globSync, readFileSync } from 'node:fs';
import { setupAdminFormSchema } from '@pii-vault/contract/auth/auth-schema';
import { changePasswordFormSchema, resetPasswordFormSchema } from '@pii-vault/contract/auth/passwords-schema';
import { Problem } from '@pii-vault/contract/problem';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messageOf } from '../client/message-of.ts';
import checks from './hi/checks.json';
import reasons from './hi/reasons.json';
import sentences from './hi/sentences.json';
import {
  fetchDictionary,
  foundInReaderLanguage,
  inReaderLanguage,
  reasonInReaderLanguage,
  showMessagesIn,
} from './messages.ts';

const isHindi = (text: string) => /[\u0900-\u097f]/.test(text);
const problem = (status: number, body: object) => new Problem(status, JSON.stringify(body));
const root = `${import.meta.dirname}/../../../`;

/** Every custom message inside a zod schema: an `error` function of a check or of a type that ignores its issue. */
function messagesOf(value: unknown, found = new Set<string>(), seen = new Set<unknown>()): Set<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return found;
  seen.add(value);
  const def = (value as { _zod?: { def?: Record<string, unknown> } })._zod?.def;
  for (const [key, inner] of Object.entries(def ?? value)) {
    if (key === 'error' && typeof inner === 'function') {
      const message: unknown = inner({});
      if (typeof message === 'string') found.add(message);
    } else messagesOf(inner, found, seen);
  }
  return found;
}

const loadMessages = async (language: string) => showMessagesIn(await fetchDictionary(language));

beforeEach(() => loadMessages('hi'));
afterEach(() => loadMessages('en'));

describe('messages of the contract in Hindi', () => {
  const bodies: object[] = routes.flatMap((route: Row) => route.body?.schema ?? []);
  const all = messagesOf([
    ...bodies,
    setupAdminFormSchema,
    resetPasswordFormSchema,
    changePasswordFormSchema,
  ]);

  it('are found', () => {
    expect(all).toContain('Email is required');
    expect(all).toContain('Choose another company');
    expect(all.size).toBeGreaterThan(40);
  });
  it.each([...all])('%s', (message) => expect(isHindi(inReaderLanguage(message))).toBe(true));
  it('are unchanged in English', async () => {
    await loadMessages('en');
    expect(inReaderLanguage('Email is required')).toBe('Email is required');
  });
});

describe('what the compliance checks find, in Hindi', () => {
  const text = readFileSync(`${root}services/compliance/src/rules/sentences.ts`, 'utf8');
  const found = [...text.matchAll(/^ {2}([A-Z_]+):\s+['"](.+)['"],$/gm)].map(([, key, one]) => [key, one]);
  const named = (sentence: string | undefined, pattern: RegExp) =>
    [...(sentence ?? '').matchAll(pattern)].map(([, name]) => name).sort();
  const texts: Readonly<Record<string, string>> = checks;

  it('is found', () => expect(found.length).toBeGreaterThan(80));
  it.each(found)('%s has a sentence with the same figures', (key, sentence) => {
    const hindi = texts[key ?? ''];
    expect(isHindi(hindi ?? '')).toBe(true);
    expect(named(hindi, /\{\{(\w+)\}\}/g)).toEqual(named(sentence, /\{(\w+)\}/g));
  });
  it('is shown with its figures, and in English if the console does not know it', () => {
    const number = (value: number) => `<${value}>`;
    const known = { key: 'CONSENT_UNPROVEN', params: { missing: '3', fields: '1200' } };
    const textOf = (reasons: (typeof known)[]) =>
      foundInReaderLanguage({ reasons, details: 'English.' }, number);
    expect(textOf([known])).toMatch(/<1200>.*<3>/);
    expect(textOf([known, { ...known, key: 'UNKNOWN_REASON' }])).toBe('English.');
    expect(textOf([])).toBe('English.');
  });
});

describe('what the compliance checks advise, in Hindi', () => {
  const rules = globSync('services/compliance/src/rules/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('/sentences.ts'))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'));
  const fixed = new Set(
    rules.flatMap((text) => [...text.matchAll(/'([A-Z][^'\n]{12,}?\.)'/g)].map(([, one]) => one ?? '')),
  );

  const withNumber = new Set(
    rules.flatMap((text) =>
      [...text.matchAll(/`([A-Z][^`\n]*\$\{\w+\}[^`\n]*\.)`/g)].map(([, one = '']) =>
        one.replace(/\$\{\w+\}/, '365'),
      ),
    ),
  );

  it('is found', () => {
    expect(fixed).toContain('Register the purposes.');
    expect(withNumber).toContain('Have at most 365 super administrators.');
  });
  it.each([...fixed])('%s', (sentence) => expect(isHindi(inReaderLanguage(sentence))).toBe(true));
  it.each([...withNumber])('%s', (sentence) => {
    const hindi = inReaderLanguage(sentence);
    expect(isHindi(hindi)).toBe(true);
    expect(hindi).toContain('365');
  });
});

describe('the figures of the compliance checks', () => {
  const rules = globSync('services/compliance/src/rules/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'));
  const names = new Set(
    rules.flatMap((text) => [
      ...[...text.matchAll(/\{ name: '(\w+)'/g)].map(([, name = '']) => name),
      ...[...text.matchAll(/evidenceOf\(\{([\s\S]*?)\}\)/g)].flatMap(([, inner = '']) =>
        inner.split(',').flatMap((one) => /^\s*(\w+)\s*(?::|$)/.exec(one)?.[1] ?? []),
      ),
    ]),
  );

  it('are found', () => {
    for (const name of ['analystsWhoReveal', 'sampledAt', 'grievances']) expect(names).toContain(name);
  });
  const texts = (language: string) =>
    JSON.parse(readFileSync(`${root}web/src/features/compliance/locales/${language}.json`, 'utf8'));
  it.each([...names])('%s has a name in both languages', (name) => {
    for (const language of ['en', 'hi']) expect(Object.keys(texts(language).evidence)).toContain(name);
  });
});

describe('reasons of rows that an import rejects, in Hindi', () => {
  const text = [
    ...globSync('services/platform/src/domain/field-types/*.ts', { cwd: root }),
    ...globSync('services/vault/src/{imports/{row,judge-rows},people/records/{person,validate-person}}.ts', {
      cwd: root,
    }),
  ]
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'))
    .join('\n');
  const named =
    /(?:refuse|hasCharacter)\(\s*'([A-Z_]+)'|reason: '([A-Z_]+)'|^ {2}((?:ROW|JSON)_[A-Z_0-9]+): '/gm;
  const found = new Set([...text.matchAll(named)].map(([, a, b, c]) => a ?? b ?? c ?? ''));

  it('are found', () => {
    for (const reason of ['AADHAAR_CHECKSUM', 'PAN_HOLDER_TYPE', 'ROW_MALFORMED', 'ERASED_EARLIER'])
      expect(found).toContain(reason);
  });
  it.each([...found])('%s has a sentence', (reason) =>
    expect(isHindi(reasonInReaderLanguage(reason, 'an English sentence'))).toBe(true),
  );
  it('are unchanged in English', async () => {
    await loadMessages('en');
    expect(reasonInReaderLanguage('ROW_EMPTY', 'No value')).toBe('No value');
  });
});

describe('refusals in Hindi', () => {
  /** Reasons of refusals that a user of the console can cause. */
  const sources = globSync('{gateway,services/{identity,tenancy,compliance}}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/edge/'))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'));
  const thrown = /\b(?:permissionDenied|alreadyExists|failedPrecondition)\(\s*'([A-Z_]+)'/g;
  const found = new Set(sources.flatMap((text) => [...text.matchAll(thrown)].map((match) => match[1] ?? '')));

  it('are found', () => expect(found).toContain('LAST_SUPER_ADMIN'));
  it.each([...found])('%s has a sentence', (reason) => {
    expect(Object.keys(reasons)).toContain(reason);
  });

  it.each([
    [
      'by its sentence',
      400,
      { message: 'Password is too long', reason: 'WEAK_PASSWORD' },
      sentences['Password is too long'],
    ],
    ['by its reason', 409, { message: 'At most 9', reason: 'TOO_MANY_BLOCKS' }, reasons.TOO_MANY_BLOCKS],
    ['by its status', 412, { message: 'Changed', reason: 'UNKNOWN_REASON' }, undefined],
  ])('are translated %s', (_, status, body, expected) => {
    const text = messageOf(problem(status, body), 'fallback');
    expect(isHindi(text)).toBe(true);
    if (expected) expect(text).toBe(expected);
  });

  it('are the server’s messages in English', async () => {
    await loadMessages('en');
    expect(messageOf(problem(409, { message: 'At most 9', reason: 'TOO_MANY_BLOCKS' }), 'x')).toBe(
      'At most 9',
    );
    expect(messageOf(new TypeError('network'), 'x')).toBe('x');
  });
});
