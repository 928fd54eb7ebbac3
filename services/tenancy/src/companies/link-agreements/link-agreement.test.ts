import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { describe, expect, it } from 'vitest';
import { agreementStatus, checkNewAgreement, isAgreementLive } from './link-agreement.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const at = (ms: number) => new Date(now + ms);
const open = {
  startsAt: at(-10),
  endsAt: null,
  acceptedAt: at(-5),
  endedAt: null,
  concernsHealth: false,
  includesHealthData: false,
};

describe('agreementStatus', () => {
  it.each([
    ['pending', { ...open, acceptedAt: null }, false],
    ['accepted', open, true],
    ['accepted', { ...open, startsAt: at(1) }, false],
    ['accepted', { ...open, concernsHealth: true }, false],
    ['accepted', { ...open, concernsHealth: true, includesHealthData: true }, true],
    ['accepted', { ...open, startsAt: at(0), endsAt: at(1) }, true],
    ['ended', { ...open, endsAt: at(0) }, false],
    ['ended', { ...open, endedAt: at(-1) }, false],
    ['ended', { ...open, acceptedAt: null, endedAt: at(-1) }, false],
  ] as const)('is %s for %j', (status, agreement, isLive) => {
    expect(agreementStatus(agreement, now)).toBe(status);
    expect(isAgreementLive(agreement, now)).toBe(isLive);
  });
});

describe('checkNewAgreement', () => {
  const good = {
    companyId: 1,
    otherCompanyId: 2,
    purpose: 'fraud_check',
    includeAadhaar: false,
    disclosureMinutes: 15,
    includesHealthData: false,
  };

  function pathsOf(input: Parameters<typeof checkNewAgreement>[0]): string[] {
    try {
      checkNewAgreement(input, now);
    } catch (error) {
      return AppError.from(error).details.map(({ path }) => path);
    }
    return [];
  }

  it('accepts two companies, a slug and an end after the start', () => {
    expect(pathsOf(good)).toEqual([]);
    expect(pathsOf({ ...good, startsAt: at(5), endsAt: at(6) })).toEqual([]);
  });

  it('refuses the rest, naming the field', () => {
    expect(pathsOf({ ...good, otherCompanyId: 1 })).toEqual(['otherCompanyId']);
    expect(pathsOf({ ...good, companyId: 0, otherCompanyId: Number.NaN })).toEqual([
      'companyId',
      'otherCompanyId',
    ]);
    for (const purpose of ['', 'Fraud', 'a b', 'x'.repeat(51), "a'--"])
      expect(pathsOf({ ...good, purpose })).toEqual(['purpose']);
    expect(pathsOf({ ...good, endsAt: at(0) })).toEqual(['endsAt']);
    for (const disclosureMinutes of [-1, 0.5, 10_081])
      expect(pathsOf({ ...good, disclosureMinutes })).toEqual(['disclosureDelay']);
    expect(pathsOf({ ...good, startsAt: at(5), endsAt: at(5) })).toEqual(['endsAt']);
  });
});
