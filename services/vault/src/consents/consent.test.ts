import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConsentDetails,
  type ConsentEntry,
  hasSameTerms,
  isConsentLive,
  refusalOf,
  withdrawnAt,
} from './consent.ts';
import { consentFromProto, consentToProto } from './consent-rpc.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
const given = (seq: number, details: Partial<ConsentDetails> = {}): ConsentEntry => ({
  seq,
  recordedAt: day(seq),
  kind: 'given',
  details: { purpose: 'kyc', date: day(seq), alsoFor: ['support'], ...details },
});
const withdrawn = (seq: number, purpose: string, typeMask = 0): ConsentEntry => ({
  seq,
  recordedAt: day(seq),
  kind: 'withdrawn',
  purpose,
  at: day(seq),
  typeMask,
});
const pan = { type: 'pan' as const, consentSeq: 1 };

describe('what consent covers', () => {
  it('is its own purpose and alsoFor, compared exactly', () => {
    expect(refusalOf([given(1)], pan, 'kyc', day(9))).toBeUndefined();
    expect(refusalOf([given(1)], pan, 'support', day(9))).toBeUndefined();
    for (const purpose of ['KYC', 'kyc ', 'ky', 'marketing', '']) {
      expect(refusalOf([given(1)], pan, purpose, day(9))).toBe('PURPOSE_NOT_COVERED');
    }
    expect(refusalOf([], pan, 'kyc', day(9))).toBe('PURPOSE_NOT_COVERED');
    expect(refusalOf([given(2)], pan, 'kyc', day(9))).toBe('PURPOSE_NOT_COVERED');
  });

  it('ends with its expiry and with the retention of the value, at that very moment', () => {
    const history = [given(1, { expiresAt: day(5) })];
    expect(refusalOf(history, pan, 'kyc', new Date(day(5).getTime() - 1))).toBeUndefined();
    expect(refusalOf(history, pan, 'kyc', day(5))).toBe('CONSENT_EXPIRED');
    expect(refusalOf(history, { ...pan, retentionExpiry: day(3) }, 'kyc', day(3))).toBe('RETENTION_EXPIRED');
  });

  it('ends with a later withdrawal of that purpose, for the named types only', () => {
    const all = [given(1), withdrawn(2, 'kyc')];
    expect(refusalOf(all, pan, 'kyc', day(9))).toBe('CONSENT_WITHDRAWN');
    expect(refusalOf(all, pan, 'support', day(9))).toBeUndefined();
    const emailOnly = [given(1), withdrawn(2, 'kyc', 1 << 3)];
    expect(refusalOf(emailOnly, pan, 'kyc', day(9))).toBeUndefined();
    expect(refusalOf(emailOnly, { type: 'email', consentSeq: 1 }, 'kyc', day(9))).toBe('CONSENT_WITHDRAWN');
  });

  it('comes back with a value given anew after the withdrawal', () => {
    const history = [given(1), withdrawn(2, 'kyc'), given(3)];
    expect(refusalOf(history, { ...pan, consentSeq: 3 }, 'kyc', day(9))).toBeUndefined();
    expect(refusalOf(history, pan, 'kyc', day(9))).toBe('CONSENT_WITHDRAWN');
    expect(withdrawnAt(history, pan)).toEqual(day(2));
    expect(withdrawnAt(history, { ...pan, consentSeq: 3 })).toBeUndefined();
  });

  it('is live while any of its purposes is', () => {
    expect(isConsentLive([given(1), withdrawn(2, 'kyc')], pan, day(9))).toBe(true);
    expect(isConsentLive([given(1), withdrawn(2, 'kyc'), withdrawn(3, 'support')], pan, day(9))).toBe(false);
  });
});

describe('consentDetails', () => {
  const message = { purpose: 'kyc', alsoFor: [] };

  it('come back as they went in', () => {
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const slug = fc.stringMatching(/^[a-z0-9_-]{1,50}$/);
    const details = fc.record({
      purpose: slug,
      alsoFor: fc.uniqueArray(slug, { maxLength: 5 }),
      date: fc.date({ min: day(-900), max: day(0), noInvalidDate: true }),
      noticeVersion: optional(fc.constantFrom('v1', '2026.1')),
      language: optional(fc.constantFrom('en', 'ta-IN')),
      channel: optional(slug),
      expiresAt: optional(fc.date({ min: day(1), max: day(900), noInvalidDate: true })),
    });
    fc.assert(
      fc.property(details, (one) => {
        const again = consentFromProto(
          consentToProto(consentFromProto({ ...one, withdrawnAt: undefined }, day(0))),
          day(0),
        );
        expect(again).toEqual(consentFromProto(again as never, day(0)));
        expect(hasSameTerms(again, { ...again, date: day(-1) })).toBe(true);
        expect(hasSameTerms(again, { ...again, alsoFor: [...again.alsoFor, 'another-one'] })).toBe(false);
      }),
    );
  });

  it.each([
    [{ purpose: 'KYC' }, 'purpose'],
    [{ purpose: '' }, 'purpose'],
    [{ alsoFor: ['a b'] }, 'alsoFor'],
    [{ alsoFor: Array.from({ length: 21 }, (_, i) => `p${i}`) }, 'alsoFor'],
    [{ date: day(2) }, 'date'],
    [{ expiresAt: day(-1) }, 'expiresAt'],
    [{ withdrawnAt: day(-1) }, 'withdrawnAt'],
    [{ noticeVersion: '<script>' }, 'noticeVersion'],
    [{ language: 'englishes!' }, 'language'],
    [{ channel: 'a'.repeat(51) }, 'channel'],
  ])('refuse %j by naming %s', (change, path) => {
    const call = () =>
      consentFromProto(
        {
          date: undefined,
          noticeVersion: undefined,
          language: undefined,
          channel: undefined,
          expiresAt: undefined,
          withdrawnAt: undefined,
          ...message,
          ...change,
        },
        day(0),
      );
    expect(call).toThrow(
      expect.objectContaining({
        reason: 'CONSENT_INVALID',
        details: [{ path: `consentDetails.${path}`, message: expect.any(String) }],
      }),
    );
  });
});
