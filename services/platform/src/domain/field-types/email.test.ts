import { describe, expect, it } from 'vitest';
import { canonicalise } from './canonical.ts';
import { indexForm, matchForm } from './matching-form.ts';

const pairs = [
  ['asha@xn--bcher-kva.in', 'Asha@BÜCHER.in'],
  ['asha@xn--p1b6ci4b4b3a.xn--h2brj9c', 'asha@उदाहरण.भारत'],
  ['asha@firma.in', 'asha@Firma.IN'],
] as const;

describe('the domain of an e-mail address', () => {
  it.each(pairs)('%s and %s are one address, stored as typed', (ascii, native) => {
    for (const typed of [ascii, native]) {
      expect(canonicalise('email', typed)).toEqual({ ok: true, value: typed });
      expect(indexForm('email', typed)).toBe(ascii);
      expect(matchForm('email', typed)).toBe(ascii);
    }
  });

  it.each([
    'a@xn--.in',
    'a@b_c.in',
    `a@${'ü'.repeat(60)}.in`,
    `a@${'b'.repeat(64)}.in`,
    'a@-b.in',
    'a@b..in',
  ])('%s is refused', (typed) => {
    expect(canonicalise('email', typed)).toMatchObject({ reason: 'EMAIL_FORMAT' });
  });
});
