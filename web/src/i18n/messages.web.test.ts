import { globSync, readFileSync } from 'node:fs';
import { setupAdminFormSchema } from '@pii-vault/contract/auth/auth-schema';
import { changePasswordFormSchema, resetPasswordFormSchema } from '@pii-vault/contract/auth/passwords-schema';
import { Problem } from '@pii-vault/contract/problem';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messageOf } from '../client/message-of.ts';
import compliance from '../features/compliance/locales/en.json';
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
  it('have a Hindi text each', () => {
    expect([...all].filter((message) => !isHindi(inReaderLanguage(message)))).toEqual([]);
  });
  it('are unchanged in English', async () => {
    await loadMessages('en');
    expect(inReaderLanguage('Email is required')).toBe('Email is required');
  });
});

/** Source files of these patterns as one text. */
const sourceOf = (...patterns: string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/edge/'))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'))
    .join('\n');
const found = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map((match) => match.slice(1).find((name) => name) ?? ''));
const rules = sourceOf('services/compliance/src/rules/*.ts');
const sentencesOfChecks = /^ {2}([A-Z_]+):\s+['"](.+)['"],$/gm;
const isTranslated = (sentence: string) => isHindi(inReaderLanguage(sentence));

describe('what services say has a Hindi text', () => {
  it.each<[what: string, texts: ReadonlySet<string>, known: string, hasText: (text: string) => boolean]>([
    [
      'the advice of compliance checks',
      found(rules.replace(sentencesOfChecks, ''), /'([A-Z][^'\n]{12,}?\.)'/g),
      ...(['Register the purposes.', isTranslated] as const),
    ],
    [
      'their advice with a number',
      new Set(
        [...found(rules, /`([A-Z][^`\n]*\$\{\w+\}[^`\n]*\.)`/g)].map((one) =>
          one.replace(/\$\{\w+\}/, '365'),
        ),
      ),
      'Have at most 365 super administrators.',
      (one) => isTranslated(one) && inReaderLanguage(one).includes('365'),
    ],
    [
      'their figures',
      new Set([
        ...found(rules, /\{ name: '(\w+)'/g),
        ...[...found(rules, /evidenceOf\(\{([\s\S]*?)\}\)/g)].flatMap((inner) =>
          inner.split(',').flatMap((one) => /^\s*(\w+)\s*(?::|$)/.exec(one)?.[1] ?? []),
        ),
      ]),
      ...(['sampledAt', (name: string) => name in compliance.evidence] as const),
    ],
    [
      'reasons of rows that an import rejects',
      found(
        sourceOf(
          'services/platform/src/domain/field-types/*.ts',
          'services/vault/src/{imports/{row,judge-rows},people/records/{person,validate-person}}.ts',
        ),
        /(?:refuse|hasCharacter)\(\s*'([A-Z_]+)'|reason: '([A-Z_]+)'|^ {2}((?:ROW|JSON)_[A-Z_0-9]+): '/gm,
      ),
      ...([
        'AADHAAR_CHECKSUM',
        (reason: string) => isHindi(reasonInReaderLanguage(reason, 'English')),
      ] as const),
    ],
    [
      'refusals that a user of the console can cause',
      found(
        sourceOf('{gateway,services/{identity,tenancy,compliance}}/src/**/*.ts'),
        /\b(?:permissionDenied|alreadyExists|failedPrecondition)\(\s*'([A-Z_]+)'/g,
      ),
      ...(['LAST_SUPER_ADMIN', (reason: string) => reason in reasons] as const),
    ],
  ])('%s', (_, texts, known, hasText) => {
    expect(texts).toContain(known);
    expect([...texts].filter((text) => !hasText(text))).toEqual([]);
  });

  it('what compliance checks find, with the same figures', () => {
    const named = (sentence: string, pattern: RegExp) =>
      [...sentence.matchAll(pattern)].map(([, name]) => name).sort();
    const texts: Readonly<Record<string, string>> = checks;
    const all = [...rules.matchAll(sentencesOfChecks)];
    expect(all.length).toBeGreaterThan(80);
    for (const [, key = '', sentence = ''] of all) {
      const hindi = texts[key] ?? '';
      expect(isHindi(hindi), key).toBe(true);
      expect(named(hindi, /\{\{(\w+)\}\}/g), key).toEqual(named(sentence, /\{(\w+)\}/g));
    }
  });

  it('which is shown with its figures, and in English if the console does not know it', () => {
    const number = (value: number) => `<${value}>`;
    const known = { key: 'CONSENT_UNPROVEN', params: { missing: '3', fields: '1200' } };
    const textOf = (reasons: (typeof known)[]) =>
      foundInReaderLanguage({ reasons, details: 'English.' }, number);
    expect(textOf([known])).toMatch(/<1200>.*<3>/);
    expect(textOf([known, { ...known, key: 'UNKNOWN_REASON' }])).toBe('English.');
    expect(textOf([])).toBe('English.');
  });
});

describe('refusals', () => {
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
    expect(reasonInReaderLanguage('ROW_EMPTY', 'No value')).toBe('No value');
    expect(messageOf(problem(409, { message: 'At most 9', reason: 'TOO_MANY_BLOCKS' }), 'x')).toBe(
      'At most 9',
    );
    expect(messageOf(new TypeError('network'), 'x')).toBe('x');
  });
});
