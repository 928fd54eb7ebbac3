import type { AccessReport } from '@pii-vault/contract/principals/principals-schema';
import { expect, it } from 'vitest';
import { reportDocument } from './report-document.ts';

const at = '2026-11-21T08:00:00.000Z';
const report: AccessReport = {
  companyId: 1,
  companyName: 'Rao & Sons',
  individualId: 9,
  masterKey: 'k',
  generatedAt: at,
  personalData: [
    {
      id: 1,
      fieldType: 'name',
      companyId: 1,
      companyName: 'Rao & Sons',
      value: '<img src=x onerror=alert(1)>"\'',
      masked: false,
      consentDetails: { purpose: 'kyc', date: at },
      retentionExpiry: null,
      updatedAt: at,
    },
  ],
  consents: [],
  purposes: [],
  activities: [{ action: 'field_decrypt', purpose: null, times: 3, firstAt: at, lastAt: at }],
  readers: [],
  recipients: [],
  linkedCompanies: [],
  verifiedSame: [10, 11],
  nomination: { companyId: 1, nominees: [], masked: true, updatedAt: null },
};
const page = reportDocument(report, {
  language: 'en',
  text: (key) => key,
  field: (type) => type,
  purpose: (purpose) => purpose.toUpperCase(),
  action: (action) => action,
  at: (iso) => iso ?? '–',
});

it('a value is text on the page, never markup', () => {
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;');
  expect(page).toContain('Rao &amp; Sons');
  expect(page).toContain('<td>KYC</td>');
});

it('names the other records of the same person', () => {
  expect(page).toContain('<td>IND_10</td>');
  expect(page).toContain('<td>IND_11</td>');
});

it('every part is present, and marked if it is empty', () => {
  for (const part of ['personalData', 'consents', 'activities', 'readers', 'recipients', 'nominees'])
    expect(page).toContain(`report.part.${part}`);
  expect(page).toContain('<td>field_decrypt</td><td>–</td><td>3</td>');
  expect(page.match(/<p>report\.none<\/p>/g)).toHaveLength(5);
});
