import { expect, test } from 'vitest';
import { CONSENT_TARGETS, type ConsentTarget } from './column-target.ts';
import { answersIn, consentOf, isAnswer, mayStateRefusal, strongest } from './consent-cells.ts';

const yesNo = ['Yes', 'No', ''];

test.each([
  ['unsubscribed', ['true', 'false']],
  ['Email Opt Out', ['1', '0']],
  ['consent', ['No', 'Yes']],
  ['Column 9', yesNo],
  ['Tax Exempt', ['Y', 'N']],
  ['एसएमएस सहमति', ['हाँ', 'नहीं']],
  ['flag', ['N', 'N', 'N']],
  ['Opt-In Date', ['2026-01-02']],
  ['Do not call', []],
  ['DND', ['Registered', 'Not registered']],
  ['marketing_permission', ['granted', 'denied']],
  ['Status', ['Subscribed', 'Unsubscribed']],
  ['Opt out', ['x', 'X', '']],
  ['Column 9', ['x', 'No']],
  ['NDNC', ['Registered', 'Not registered']],
  ['Status', ['Active', 'Inactive', 'Unsubscribed']],
  ['Preference', ['Email', 'None', 'Do not contact']],
  ['Remarks', ['ok', 'asked us, please do not call']],
  ['Column 9', ['1.0', '0.0']],
  ['Column 9', ['Yes', 'No', 'Yes', 'not sure']],
  ['Column 9', ['ஆம்', 'இல்லை']],
  ...(
    [
      [
        "Don't Call",
        'Don’t Contact',
        'donotcall',
        'DONOTSMS',
        'Pls dont msg',
        'Do Not Call=Y',
        'D.N.D.',
        'DND(Y/N)',
      ],
      [
        'STOP',
        'Stop Comm',
        'No Contact',
        'no phone calls',
        'No promo',
        'Promo SMS',
        'Exclude',
        'Exclude from mailing',
      ],
      [
        'May we call',
        'Can we call?',
        'OK to contact',
        'Call Allowed',
        'Comm. Pref.',
        'Communication Preference',
      ],
      ['Mailing List', 'Blocked', 'Erase', 'Delete request', 'TRAI Category', 'कॉल न करें', 'संपर्क न करें'],
    ] as const
  )
    .flat()
    .map((header): [string, string[]] => [header, ['x', '']]),
  ['Withdrawal Date', ['2026-01-02', '']],
  ...['Unsub', 'DNC', 'On DND', 'DND - Full', 'NDNC registered', 'Consent withdrawn', 'Refused consent'].map(
    (value): [string, string[]] => ['Status', ['Active', 'Active', value]],
  ),
  ...[
    'Withdrawn',
    'revoked',
    'Declined',
    'Refused',
    'Disagree',
    'Blocked',
    'Not subscribed',
    'Erasure requested',
  ].map((value): [string, string[]] => ['Customer Status', [...Array<string>(50).fill('Active'), value]]),
  ['टिप्पणी', ['ठीक है', 'ग्राहक असहमत है']],
  ...[
    'no sms please',
    'not interested in offers',
    'customer said stop calling',
    'never call again',
    'does not want calls',
    'no more sms',
    'no marketing please',
    'no calls',
    'please delete my data',
    'remove from list',
    'don’t call',
    'कॉल न करें',
  ].map((remark): [string, string[]] => ['Remarks', ['visited', remark]]),
])('%s with %j may state a refusal', (header, values) => {
  expect(mayStateRefusal(header, answersIn(values))).toBe(true);
});

test.each([
  ['Branch', ['South', 'North']],
  ['Dependents', ['0', '1', '2']],
  ['Grade', ['A', 'B']],
  ['Withdrawal Amount', ['100', '250']],
  ['Remarks', []],
  ['Option', ['Science', 'Arts']],
  ['note', ['x', ' X ', '']],
  ['Column 9', ['', '']],
  ['Gender', ['F', 'F', 'M']],
  ['Dependents', ['0', '1', '1', '0', '3']],
  ['Loan', ['approved', 'declined', 'pending']],
  ['Bus Stop', ['x', '']],
  ['Account Status', ['Active', 'Active', 'Dormant', 'Blocked']],
  ['Claim', ['paid', 'denied']],
  ['Loan Application Status', ['sanctioned', 'withdrawn']],
  ['Remarks', ['not interested', 'no email', 'asked for a new card']],
  ['Promo Code', ['DIWALI', 'HOLI']],
  ['Mobile No (WhatsApp)', ['9812345670']],
  ['Block', ['A', 'B']],
  ['Blocked Amount', ['100', '250']],
  ['Remarks', ['could not be contacted', 'never called back', 'no call received', 'removed from ward']],
  ['Landmark', ['near DND Flyway', 'DND toll plaza']],
])('%s with %j states none', (header, values) => {
  expect(mayStateRefusal(header, answersIn(values))).toBe(false);
});

const meaning: ReadonlyArray<readonly [cell: string, expected: Record<ConsentTarget, string | undefined>]> = [
  ...['Yes', ' TRUE', '1', 'y', 'x', 'हाँ'].map((cell) => [cell, answers('yes')] as const),
  ...['No', 'false ', '0', 'n', 'नहीं'].map((cell) => [cell, answers('no')] as const),
  ...['Unsubscribed', 'opted-out', 'OPT_OUT', 'withdrawn', 'Denied'].map(
    (cell) => [cell, answers('refused')] as const,
  ),
  ...['subscribed', 'Opted In', 'granted'].map((cell) => [cell, answers('agreed')] as const),
  ['', answers('nothing')],
  [' ', answers('nothing')],
  ...['1.0', 'होय', 'ஆம்', '☑'].map((cell) => [cell, answers('yes')] as const),
  ...['0.0', 'nahi', '☐'].map((cell) => [cell, answers('no')] as const),
  ...['Do not call', 'I do not agree', 'blocked'].map((cell) => [cell, answers('refused')] as const),
  ...['I agree', 'allowed'].map((cell) => [cell, answers('agreed')] as const),
  ...['N/A', '-', 'NULL', '0000-00-00', '0000-00-00 00:00:00'].map(
    (cell) => [cell, answers('nothing')] as const,
  ),
  ...['2026-01-02', '02/01/2026 10:15', '2-Jan-26', '2026-01-02T10:00:00Z'].map(
    (cell) => [cell, answers('date')] as const,
  ),
  [`${' '.repeat(300)}yes`, answers('yes')],
  [`${'-'.repeat(300)}yes`, answers('unclear')],
  [`yes${' '.repeat(300)}before 2020`, answers('unclear')],
  ['2026', answers('unclear')],
  ['maybe', answers('unclear')],
];

function answers(
  said: 'yes' | 'no' | 'refused' | 'agreed' | 'nothing' | 'date' | 'unclear',
): Record<ConsentTarget, string | undefined> {
  const refusals = {
    yes: ['none', 'given', 'withdrawn', 'given'],
    no: ['given', 'none', 'given', 'withdrawn'],
    refused: ['none', 'none', 'withdrawn', 'withdrawn'],
    agreed: ['given', 'given', 'given', 'given'],
    nothing: ['given', 'none', 'given', 'none'],
    date: ['none', undefined, 'withdrawn', undefined],
    unclear: [undefined, undefined, undefined, undefined],
  }[said];
  const [noConsentIfYes, noConsentIfNo, withdrawIfYes, withdrawIfNo] = refusals;
  return { noConsentIfYes, noConsentIfNo, withdrawIfYes, withdrawIfNo };
}

test.each(meaning)('%j says %j', (cell, expected) => {
  expect(Object.fromEntries(CONSENT_TARGETS.map((target) => [target, consentOf(target, cell)]))).toEqual(
    expected,
  );
});

test('of several statements the strongest counts', () => {
  expect(strongest([])).toBe('given');
  expect(strongest(['given', 'none'])).toBe('none');
  expect(strongest(['none', 'withdrawn', 'given'])).toBe('withdrawn');
});

test('a name is no answer', () => {
  expect(isAnswer('Asha')).toBe(false);
});
