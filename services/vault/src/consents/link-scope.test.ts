import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bitOf, type ConsentEntry } from './consent.ts';
import { mayLink, type Scope } from './link-scope.ts';

const AT = new Date('2026-03-01T00:00:00Z');
const BEFORE = new Date('2026-02-28T00:00:00Z');
const key = createSecretKey(Buffer.alloc(32));
const intra: Scope = { name: 'intra:1', key, keyVersion: 1 };
const cross: Scope = { ...intra, name: 'cross:5', agreement: { purpose: 'fraud', includesAadhaar: false } };

const given = (purpose: string, alsoFor: string[] = [], expiresAt?: Date): ConsentEntry => ({
  seq: 1,
  recordedAt: BEFORE,
  kind: 'given',
  typeMask: 0,
  details: { purpose, date: BEFORE, alsoFor, ...(expiresAt === undefined ? {} : { expiresAt }) },
});
const withdrawn = (purpose: string, typeMask = 0, seq = 2): ConsentEntry => ({
  seq,
  recordedAt: BEFORE,
  kind: 'withdrawn',
  purpose,
  at: BEFORE,
  typeMask,
});
const phone = { type: 'phone', consentSeq: 1 } as const;

describe('mayLink', () => {
  it.each([
    ['the purpose of the consent', [given('fraud')], true],
    ['one it was also given for', [given('kyc', ['fraud'])], true],
    ['another purpose', [given('kyc')], false],
    ['no consent', [], false],
    ['a consent that has expired', [given('fraud', [], BEFORE)], false],
    ['a consent that expires now', [given('fraud', [], AT)], false],
    ['a withdrawn one', [given('fraud'), withdrawn('fraud')], false],
    ['one withdrawn for the type', [given('fraud'), withdrawn('fraud', bitOf('phone'))], false],
    ['one withdrawn for another type', [given('fraud'), withdrawn('fraud', bitOf('name'))], true],
    ['one withdrawn for another purpose', [given('fraud'), withdrawn('kyc')], true],
    ['one given after a withdrawal without a stated date', [withdrawn('fraud', 0, 0), given('fraud')], false],
  ] as const)('under an agreement: %s', (_, history, isLinked) => {
    expect(mayLink(cross, history, phone, AT)).toBe(isLinked);
    // Inside the company linking is its own record keeping.
    expect(mayLink(intra, history, phone, AT)).toBe(true);
  });

  it('ends with the retention of a value in every scope', () => {
    for (const scope of [intra, cross]) {
      expect(mayLink(scope, [given('fraud')], { ...phone, retentionExpiry: AT }, AT)).toBe(false);
      expect(mayLink(scope, [given('fraud')], { ...phone, retentionExpiry: AT }, BEFORE)).toBe(true);
    }
  });

  it('includes Aadhaar only under an agreement that includes it', () => {
    const aadhaar = { type: 'aadhaar', consentSeq: 1 } as const;
    const including: Scope = { ...cross, agreement: { purpose: 'fraud', includesAadhaar: true } };
    expect(mayLink(cross, [given('fraud')], aadhaar, AT)).toBe(false);
    expect(mayLink(including, [given('fraud')], aadhaar, AT)).toBe(true);
  });
});
