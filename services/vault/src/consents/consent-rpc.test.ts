import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSameNotice } from './consent.ts';
import { acceptedConsent, consentFromProto, consentToProto } from './consent-rpc.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));

describe('consentDetails', () => {
  const message = { purpose: 'kyc', alsoFor: [] };

  it('contain whether the caller stated the date', () => {
    const stated = consentToProto({ purpose: 'kyc', alsoFor: [], date: day(-1) });
    expect(consentFromProto(stated, day(0))).toMatchObject({ date: day(-1), isDated: true });
    const silent = consentFromProto({ ...stated, date: undefined }, day(0));
    expect(silent.date).toEqual(day(0));
    expect(silent).not.toHaveProperty('isDated');
    expect(acceptedConsent(stated, day(0))).not.toHaveProperty('isDated');
  });

  it('take the date of a clock that is up to a minute fast as now', () => {
    const ahead = (ms: number) =>
      consentToProto({ purpose: 'kyc', alsoFor: [], date: new Date(day(0).getTime() + ms) });
    expect(consentFromProto(ahead(60_000), day(0))).toMatchObject({ date: day(0), isDated: true });
    expect(() => consentFromProto(ahead(60_001), day(0))).toThrow(
      expect.objectContaining({ reason: 'CONSENT_INVALID' }),
    );
  });

  it('of an import from before purposes had one spelling name the purpose once', () => {
    const waiting = { purpose: 'aml-check', alsoFor: ['aml_check', 'e-kyc', 'e_kyc'] };
    expect(acceptedConsent({ ...message, ...waiting }, day(0))).toMatchObject({
      purpose: 'aml_check',
      alsoFor: ['e_kyc'],
    });
  });

  it('round-trip', () => {
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const slug = fc.stringMatching(/^[a-z0-9_]{1,50}$/);
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
        expect(hasSameNotice(again, { ...again, date: day(-1), alsoFor: [] })).toBe(true);
        expect(hasSameNotice(again, { ...again, expiresAt: day(901) })).toBe(false);
      }),
    );
  });

  it.each([
    [{ purpose: 'KYC' }, 'purpose'],
    [{ purpose: '' }, 'purpose'],
    [{ purpose: 'aml-check' }, 'purpose'],
    [{ alsoFor: ['aml-check'] }, 'alsoFor'],
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
