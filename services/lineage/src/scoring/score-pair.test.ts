import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceOf } from './confidence.ts';
import { IDENTIFIERS, loadModel } from './model.ts';
import { type Handles, scorePair } from './score-pair.ts';

const model = loadModel(new URL('../../models/identifiers-1.json', import.meta.url));
const handles = (fields: Readonly<Record<string, string | undefined>>): Handles =>
  new Map(
    IDENTIFIERS.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]] as const])),
  );
const anyHandles = fc
  .record(Object.fromEntries(IDENTIFIERS.map((field) => [field, fc.constantFrom('1', '2', '3')])), {
    requiredKeys: [],
  })
  .map((fields) => handles(fields));

describe('scorePair', () => {
  it('verifies by Aadhaar or by PAN alone', () => {
    expect(scorePair(handles({ aadhaar: 'x' }), handles({ aadhaar: 'x' }), model).grade).toBe('verified');
    expect(scorePair(handles({ pan: 'x' }), handles({ pan: 'x' }), model).grade).toBe('verified');
  });

  it('leaves any other shared identifier pending', () => {
    for (const field of ['phone', 'email', 'bank_account', 'other_id'])
      expect(scorePair(handles({ [field]: 'x' }), handles({ [field]: 'x' }), model).grade, field).toBe(
        'pending',
      );
  });

  it('never verifies two different Aadhaar or PAN, and names the veto', () => {
    fc.assert(
      fc.property(anyHandles, anyHandles, fc.constantFrom('aadhaar', 'pan'), (a, b, field) => {
        const left = new Map(a).set(field, 'mine');
        const right = new Map(b).set(field, 'theirs');
        const evidence = scorePair(left, right, model);
        expect(evidence.isVetoed).toBe(true);
        expect(evidence.grade).not.toBe('verified');
        expect(evidence.comparisons.at(-1)?.field).toBe('veto');
      }),
    );
  });

  it('is symmetric, adds up to its probability, and finds no link without agreement', () => {
    fc.assert(
      fc.property(anyHandles, anyHandles, (a, b) => {
        const evidence = scorePair(a, b, model);
        expect(scorePair(b, a, model)).toEqual(evidence);
        const bits = evidence.comparisons.reduce((sum, { weight }) => sum + weight, 0);
        expect(evidence.probability).toBeCloseTo(1 / (1 + 2 ** -bits), 12);
        if (evidence.agreeing.length === 0) expect(evidence.grade).toBe('none');
      }),
    );
  });

  it('shows a household with one phone and two Aadhaar as no link', () => {
    const mother = handles({ aadhaar: '1', phone: 'home' });
    const daughter = handles({ aadhaar: '2', phone: 'home' });
    expect(scorePair(mother, daughter, model).grade).toBe('none');
  });

  it('never shows a certainty that it has not', () => {
    expect(confidenceOf(0.99999999)).toBe(99.9);
    expect(confidenceOf(0.8749)).toBe(87.4);
  });
});
