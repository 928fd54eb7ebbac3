import { describe, expect, it } from 'vitest';
import { canonicalise } from './canonical.ts';
import { mask } from './mask.ts';
import { nomineesOf } from './nominee.ts';

const meera = {
  name: ' Meera Rao ',
  relationship: 'spouse',
  email: ' meera@example.in',
  phone: '098123 45670',
};
const given = (...nominees: unknown[]) => canonicalise('nominee', JSON.stringify(nominees));

describe('nominees', () => {
  it('have every part in the canonical form of its type, and compare in that form', () => {
    const once = given(meera);
    const stored =
      '[{"name":"Meera Rao","relationship":"spouse","email":"meera@example.in","phone":"+919812345670"}]';
    expect(once).toEqual({ ok: true, value: stored });
    expect(canonicalise('nominee', stored)).toEqual(once);
    expect(given({ name: 'Arun Rao', relationship: 'child' })).toMatchObject({ ok: true });
  });

  it('are masked part by part, by the type of each part', () => {
    const shown = mask(
      'nominee',
      '[{"name":"Meera Rao","relationship":"spouse","email":"meera@example.in"}]',
    );
    expect(nomineesOf(shown)).toEqual([
      { name: 'XXXX-MASKED', relationship: 'spouse', email: 'me***@example.in' },
    ]);
  });

  it.each([
    ['NOMINEES_COUNT', []],
    ['NOMINEES_COUNT', Array.from({ length: 6 }, () => meera)],
    ['NOMINEES_COUNT', [{ ...meera, name: 7 }]],
    ['RELATIONSHIP_UNKNOWN', [{ ...meera, relationship: 'cousin twice removed' }]],
    ['VALUE_EMPTY', [{ ...meera, name: ' ' }]],
    ['EMAIL_FORMAT', [{ ...meera, email: 'meera' }]],
    ['PHONE_INVALID', [meera, { ...meera, phone: '12' }]],
  ])('are refused with %s, and the refusal contains no value', (reason, nominees) => {
    const refusal = given(...nominees);
    expect(refusal).toMatchObject({ ok: false, reason });
    expect(JSON.stringify(refusal)).not.toContain('eera');
  });

  it('are an empty list for an invalid text', () => {
    for (const text of ['', '{}', 'null', '[1]', '[{"name":"x"}]']) expect(nomineesOf(text)).toEqual([]);
  });
});
