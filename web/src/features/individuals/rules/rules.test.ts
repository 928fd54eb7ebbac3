import { describe, expect, it } from 'vitest';
import { sampleField } from '../testing/samples.ts';
import { individualIdOf, listQuery } from './addresses.ts';
import { findingOf } from './field-checks.ts';
import { factsBeside, factsOf } from './field-facts.ts';
import { summaryTypes } from './field-order.ts';
import { purposesOf } from './purposes.ts';
import { suspicionsAbout } from './suspicions.ts';

describe('field checks', () => {
  it.each([
    ['aadhaar', '1234', 'aadhaarFormat'],
    ['aadhaar', '0000 0000 0001', 'aadhaarFirstDigit'],
    ['aadhaar', '9999 9999 0018', 'aadhaarChecksum'],
    ['aadhaar', '९९९९ ९९९९ ००१९', undefined],
    ['aadhaar', '\u200e9999\u20139999\u20130019', undefined],
    ['aadhaar', '9999 9999 0019', undefined],
    ['pan', 'abcpk1234l', undefined],
    ['pan', 'ABCPK12345', 'pan'],
    ['pan', 'ABCDE1234F', 'panHolder'],
    ['pan', 'ABCPK0000F', 'panSerial'],
    ['email', 'asha@example', 'email'],
    ['phone', 'tel:+91-98123-45678', undefined],
    ['phone', '0091 98123 45678', undefined],
    ['phone', '(+91) 98123 45678', undefined],
    ['phone', '98123 45678', undefined],
    ['phone', '12345', 'phone'],
    ['dob', '12/04/1990', undefined],
    ['dob', '1990-02-30', 'dobImpossible'],
    ['dob', '2999-01-01', 'dobFuture'],
    ['dob', '12.4.90', 'dobFormat'],
    ['dob', '5.4.1990', undefined],
    ['dob', '31-4-1990', 'dobImpossible'],
    ['dob', '31-Dec-1990', undefined],
    ['dob', '1990-04', undefined],
    ['dob', '1990', undefined],
    ['bank_account', 'ABCDEFG', 'bankAccount'],
    ['name', '123', 'name'],
    ['name', ' ', undefined],
  ] as const)('%s %j', (type, value, finding) => {
    expect(findingOf(type, value)).toBe(finding);
  });
});

describe('the list’s address', () => {
  const query = (search: string) => {
    const params = new URLSearchParams(search);
    return listQuery((key) => params.get(key) ?? '', 7);
  };
  it('reads known parameters and ignores others', () => {
    expect(query('quality=low&sort=-quality')).toEqual({ companyId: 7, quality: 'low', sort: '-quality' });
    expect(query('search=12&quality=low&sort=-quality')).toEqual({ companyId: 7, search: '12' });
    expect(query('quality=best&sort=name')).toEqual({ companyId: 7, sort: '-updatedAt' });
  });
  it('orders by id with a filter by consents or links, and by change with a period alone', () => {
    expect(query('consent=kyc&state=live&notice=v1&source=guardian&linked=1&sort=quality')).toEqual({
      ...{ companyId: 7, consentPurpose: 'kyc', consentState: 'live', noticeVersion: 'v1' },
      ...{ channel: 'guardian', linked: 'true' },
    });
    expect(query('state=live&notice=v1&from=2026-11-01&until=x&sort=quality')).toEqual({
      ...{ companyId: 7, from: '2026-11-01', sort: '-updatedAt' },
    });
  });
  it('lets a search order by relevance', () => {
    expect(query('search=IND_48&sort=id').sort).toBeUndefined();
  });
  it.each([
    ['48213', 48213],
    ['ind_7', 7],
    ['0', undefined],
    ['7f3c', undefined],
  ])('individual %s', (text, id) => expect(individualIdOf(text)).toBe(id));
});

describe('purposes', () => {
  const date = '2026-01-01T00:00:00.000Z';
  const fields = [
    sampleField('name', { consentDetails: { purpose: 'kyc', date, alsoFor: ['fraud_prevention'] } }),
    sampleField('pan', { consentDetails: { purpose: 'kyc', date } }),
    sampleField('phone', { consentDetails: { purpose: 'calls', date, withdrawnAt: date } }),
    sampleField('email', { consentDetails: { purpose: 'mail', date, expiresAt: date } }),
  ];
  it('show what they cover and which have ended', () => {
    expect(purposesOf(fields)).toEqual([
      { purpose: 'kyc', covers: ['name', 'pan'], ended: [] },
      { purpose: 'fraud_prevention', covers: ['name'], ended: [] },
      { purpose: 'calls', covers: [], ended: ['phone'] },
      { purpose: 'mail', covers: [], ended: ['email'] },
    ]);
  });
  it('are shown next to a field only if they differ from those above', () => {
    const [name, pan] = fields;
    if (!name || !pan) throw new Error('no fields');
    expect(factsBeside(name, name)).toEqual({});
    expect(factsBeside(pan, name)).toMatchObject({ purposes: 'KYC' });
    expect(factsBeside({ ...name, retentionExpiry: date }, name)).toEqual({ keptUntil: date });
  });
  it('name a withdrawn one if the consent continues for others', () => {
    const [name, , phone] = fields;
    if (!name || !phone) throw new Error('no fields');
    const withdrawn = { ...name, consentDetails: { ...name.consentDetails, withdrawnAt: date } };
    expect(factsOf(withdrawn)).toMatchObject({ purposes: 'Fraud prevention', withdrawnPurpose: 'KYC' });
    expect(factsOf(phone)).toMatchObject({ purposes: 'Calls', withdrawnPurpose: undefined });
  });
  it('the summary has room for four field types', () => {
    const held = ['email', 'dob', 'name', 'pan', 'phone', 'name'] as const;
    const types = summaryTypes(held.map((fieldType) => ({ fieldType })));
    expect([...types]).toEqual(['name', 'pan', 'phone', 'email']);
  });
});

describe('duplicates of a person', () => {
  it('name the others and where they are, most similar first', () => {
    const pair = { grade: null, isVerified: false, duplicateFields: ['pan'] };
    const graded = { similarity: null, duplicateFields: [] };
    const across = { companyIds: [1, 2] };
    const found = {
      withinCompany: [
        { ...pair, individualIds: [5, 9, 11], similarity: 88, isVerified: true, entryIds: [1] },
        { ...pair, ...graded, individualIds: [9, 12], grade: 'possible' as const, entryIds: [4] },
      ],
      crossCompany: [
        { ...across, individualIds: [9, 40], similarity: null, grade: 'strong' as const, entryIds: [2] },
        { ...across, individualIds: [41, 42], similarity: 99, grade: null, entryIds: [3] },
      ],
      counts: { withinCompany: 1, crossCompany: 2 },
    };
    expect(suspicionsAbout(9, 1, found)).toMatchObject([
      { others: [40], companyId: 2, entryId: 2, isVerified: false },
      { others: [5, 11], companyId: 1, entryId: 1, isVerified: true, fields: ['pan'] },
      { others: [12], companyId: 1, entryId: 4, grade: 'possible', isVerified: false, fields: [] },
    ]);
  });
});
