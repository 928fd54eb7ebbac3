import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARISONS, type ComparisonName, LEVEL_COUNTS } from './comparison-levels.ts';
import { gradeOf, isWorthAsking, mayVerify } from './decide.ts';
import { loadLinkageModel } from './linkage-model.ts';
import { allMeet } from './met-shares.ts';

const model = loadLinkageModel(new URL('../../models/prior-5.json', import.meta.url));
const levels = (given: Partial<Record<ComparisonName, number>>): number[] =>
  COMPARISONS.map((name) => given[name] ?? 0);
const anyLevels = fc.tuple(...COMPARISONS.map((name) => fc.nat(LEVEL_COUNTS[name] - 1)));

describe('gradeOf', () => {
  it('never verifies two different valid Aadhaar or PAN, for any other levels', () => {
    fc.assert(
      fc.property(
        anyLevels,
        fc.constantFrom(3, 4),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, id, probability) => {
          const conflicting = all.with(id, 1);
          expect(gradeOf(probability, conflicting, 2, model)).not.toBe('verified');
        },
      ),
    );
  });

  it('requires 99 % to verify and 60 % to show', () => {
    const same = levels({ name: 7, dob: 5, email: 2 });
    expect(gradeOf(0.991, same, 2, model)).toBe('verified');
    expect(gradeOf(0.98, same, 2, model)).toBe('pending');
    expect(gradeOf(0.59, same, 2, model)).toBe('none');
  });

  it('asks a reviewer about an equal Aadhaar or PAN, for any other levels', () => {
    for (const id of ['aadhaar', 'pan'] as const)
      fc.assert(
        fc.property(anyLevels, fc.double({ min: 0, max: 0.59, noNaN: true }), (all, probability) => {
          const shared = all.with(COMPARISONS.indexOf(id), 2);
          expect(gradeOf(probability, shared, 2, model)).toBe('pending');
        }),
      );
  });
});

describe('isWorthAsking', () => {
  it('asks for no review on a name, a home or a birth date alone', () => {
    for (const alone of [{ name: 7 }, { address: 6 }, { dob: 5 }, { name: 7, address: 3, dob: 2 }, {}])
      expect(gradeOf(0.999, levels(alone), 2, model)).toBe('none');
  });

  it('asks about one agreeing and one similar fact only under a model learnt from the scope', () => {
    const learnt = { ...model, met: allMeet() };
    for (const pair of [
      { name: 3, address: 5 },
      { name: 2, address: 6, dob: 1 },
      { name: 3, address: 3, dob: 5 },
      { name: 7, address: 3 },
    ]) {
      expect(gradeOf(0.7, levels(pair), 2, learnt)).toBe('pending');
      expect(gradeOf(0.999, levels(pair), 2, model)).toBe('none');
      expect(gradeOf(0.59, levels(pair), 2, learnt)).toBe('none');
    }
    for (const alone of [
      { name: 7 },
      { name: 7, address: 1, dob: 1 },
      { address: 6, name: 1 },
      { name: 3, dob: 2 },
    ])
      expect(gradeOf(0.999, levels(alone), 2, learnt)).toBe('none');
    expect(gradeOf(0.999, levels({ name: 2, address: 3, phone: 2 }), 2, learnt)).toBe('none');
  });

  it('asks about two of them, about Aadhaar and PAN, and about another identifier with a similar name', () => {
    for (const pair of [
      { name: 4, dob: 3 },
      { name: 4, address: 4 },
      { address: 6, dob: 5 },
      { phone: 2 },
      { name: 3, phone: 2 },
      { name: 1, pan: 2 },
    ])
      expect(isWorthAsking(levels(pair))).toBe(true);
  });

  it('asks for no review on a phone or an account with different names, unless another field agrees', () => {
    for (const identifier of ['phone', 'email', 'bank_account', 'other_id'] as const) {
      const shared = { name: 2, [identifier]: 2 };
      for (const name of [1, 2]) expect(gradeOf(0.999, levels({ ...shared, name }), 2, model)).toBe('none');
      expect(gradeOf(0.999, levels({ ...shared, address: 3, dob: 2 }), 2, model)).toBe('none');
      for (const more of [{ dob: 3 }, { address: 4 }, { aadhaar: 2 }])
        expect(isWorthAsking(levels({ ...shared, ...more }))).toBe(true);
    }
    expect(isWorthAsking(levels({ name: 1, phone: 2, email: 2 }))).toBe(true);
  });

  it('includes all pairs that may be verified', () => {
    fc.assert(
      fc.property(anyLevels, fc.nat(2), (all, fullNames) => {
        if (mayVerify(all, fullNames)) expect(isWorthAsking(all)).toBe(true);
      }),
    );
  });
});

describe('mayVerify', () => {
  it('does not verify twins, spouses, or a father and a son of one name', () => {
    const home = { address: 6, phone: 2 };
    // Harpreet and Gurpreet Singh share four fifths of their name.
    expect(mayVerify(levels({ ...home, name: 4, dob: 5 }), 2)).toBe(false);
    expect(mayVerify(levels({ ...home, name: 3 }), 2)).toBe(false);
    expect(mayVerify(levels({ ...home, name: 7, dob: 1 }), 2)).toBe(false);
    expect(mayVerify(levels({ ...home, name: 7 }), 2)).toBe(false);
    // Ramesh and Rakesh Kumar
    expect(mayVerify(levels({ ...home, name: 5, dob: 5 }), 2)).toBe(false);
    // "H. Singh" twice in one house
    expect(mayVerify(levels({ ...home, name: 6, dob: 5 }), 0)).toBe(false);
  });

  it('verifies similar names only with a personal identifier, never with phone or e-mail', () => {
    const home = { address: 6, dob: 5, phone: 2, email: 2 };
    for (let name = 0; name <= 5; name += 1) expect(mayVerify(levels({ ...home, name }), 2)).toBe(false);
    for (const id of ['bank_account', 'other_id'] as const) {
      expect(mayVerify(levels({ ...home, name: 5, [id]: 2 }), 2)).toBe(true);
      expect(mayVerify(levels({ ...home, name: 4, [id]: 2 }), 2)).toBe(false);
    }
  });

  it('verifies initials against a full name', () => {
    expect(mayVerify(levels({ name: 6, dob: 5, address: 6 }), 1)).toBe(true);
    expect(mayVerify(levels({ name: 6, dob: 5 }), 1)).toBe(false);
    expect(mayVerify(levels({ name: 6, dob: 1, address: 6, email: 2 }), 1)).toBe(false);
  });

  it('verifies a name with a birth date and an address, or with one of them and an identifier', () => {
    expect(mayVerify(levels({ name: 7, dob: 5, address: 6 }), 2)).toBe(true);
    expect(mayVerify(levels({ name: 7, dob: 4, email: 2 }), 2)).toBe(true);
    expect(mayVerify(levels({ name: 7, dob: 5 }), 2)).toBe(false);
    // One birth date is only a year, which does not contradict and is too weak to confirm.
    expect(mayVerify(levels({ name: 7, dob: 3, address: 6, phone: 2 }), 2)).toBe(false);
    expect(mayVerify(levels({ name: 7, dob: 3, address: 6, email: 2 }), 2)).toBe(true);
    expect(mayVerify(levels({ name: 7, dob: 2, address: 6, email: 2 }), 2)).toBe(false);
  });

  it('does not verify a personal identifier with a different name', () => {
    expect(mayVerify(levels({ name: 1, aadhaar: 2 }), 2)).toBe(false);
    expect(mayVerify(levels({ name: 3, aadhaar: 2 }), 2)).toBe(true);
    expect(mayVerify(levels({ aadhaar: 2 }), 0)).toBe(true);
  });
});
