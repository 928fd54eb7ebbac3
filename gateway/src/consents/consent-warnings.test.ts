import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { describe, expect, it } from 'vitest';
import { consentWarnings, warningsOf } from './consent-warnings.ts';

const publishedAt = new Date('2026-04-01T00:00:00Z');
const register = new Map([
  ['kyc', [{ version: '1', publishedAt }]],
  ['support', []],
]);
const reasons = (consent: Parameters<typeof warningsOf>[0]) =>
  warningsOf(consent, register).map(({ reason, path }) => [reason, path]);

describe('a consent is compared with the register', () => {
  it.each([
    [{ purpose: 'kyc' }, []],
    [{ purpose: 'kyc', noticeVersion: '1', date: '2026-04-01T00:00:00.000Z' }, []],
    [{ purpose: 'support' }, []],
    [{ purpose: 'kyd' }, [['PURPOSE_UNKNOWN', 'consentDetails.purpose']]],
    [{ purpose: 'kyc', alsoFor: ['ads'] }, [['PURPOSE_UNKNOWN', 'consentDetails.alsoFor.0']]],
    [{ purpose: 'kyc', noticeVersion: '2' }, [['NOTICE_UNKNOWN', 'consentDetails.noticeVersion']]],
    [{ purpose: 'support', noticeVersion: '1' }, [['NOTICE_UNKNOWN', 'consentDetails.noticeVersion']]],
    [
      { purpose: 'kyc', noticeVersion: '1', date: '2026-03-31T23:59:59.999Z' },
      [['CONSENT_BEFORE_NOTICE', 'consentDetails.date']],
    ],
    [
      { purpose: 'kyc', date: '2026-03-31T23:59:59.999Z' },
      [['CONSENT_BEFORE_NOTICE', 'consentDetails.date']],
    ],
    [
      { purpose: 'support', date: '0001-01-01T00:00:00.000Z' },
      [['CONSENT_DATE_IMPLAUSIBLE', 'consentDetails.date']],
    ],
  ])('%j has the warnings %j', (consent, expected) => {
    expect(reasons(consent)).toEqual(expected);
  });
});

it('names the purpose of each missing notice', () => {
  const warnings = warningsOf({ purpose: 'kyc', alsoFor: ['support'], noticeVersion: '2' }, register);
  expect(warnings.map(({ reason, purpose }) => [reason, purpose])).toEqual([
    ['NOTICE_UNKNOWN', 'kyc'],
    ['NOTICE_UNKNOWN', 'support'],
  ]);
});

describe('the register', () => {
  function world() {
    const state = { now: 0, calls: 0, isAway: false };
    const warnings = consentWarnings(
      {
        purposes: {
          getNotices: async (_ctx, { purposes = [] }) => {
            state.calls += 1;
            if (state.isAway) throw new Error('away');
            const notices = [{ version: '1', fieldTypes: [], publishedAt }];
            return {
              purposes: purposes.filter((one) => one === 'kyc').map((purpose) => ({ purpose, notices })),
            };
          },
        },
      },
      () => testCtx(null),
      () => state.now,
    );
    return { warnings, state };
  }

  it('is read once in five seconds for each purpose of a company, also for unknown ones', async () => {
    const { warnings, state } = world();
    expect(await warnings(1, { purpose: 'kyc' })).toEqual({});
    expect(await warnings(1, { purpose: 'ads' })).toMatchObject({
      warnings: [{ reason: 'PURPOSE_UNKNOWN' }],
    });
    state.now = 4_999;
    await warnings(1, { purpose: 'kyc', alsoFor: ['ads'] });
    expect(state.calls).toBe(2);
    await warnings(2, { purpose: 'kyc' });
    state.now = 5_000;
    await warnings(1, { purpose: 'kyc' });
    expect(state.calls).toBe(4);
  });

  it('that does not answer is a warning and no failure, and is not called again for five seconds', async () => {
    const { warnings, state } = world();
    state.isAway = true;
    const unavailable = { warnings: [expect.objectContaining({ reason: 'REGISTER_UNAVAILABLE' })] };
    expect(await warnings(1, { purpose: 'kyc' })).toEqual(unavailable);
    expect(await warnings(1, { purpose: 'kyc' })).toEqual(unavailable);
    expect(state.calls).toBe(1);
    state.isAway = false;
    state.now = 5_000;
    expect(await warnings(1, { purpose: 'kyc' })).toEqual({});
  });
});
