import { expect, test, vi } from 'vitest';
import { isOwnExport, MAX_HEADER, meaningOf, wordsOf } from './known-headers.ts';

const targets = {
  externalId: ['rec_id', 'id', 'ID', 'unique_id', 'External Id', 'externalId', 'customer_id', 'Customer ID'],
  individualId: ['individualId', 'individual_id', 'Individual ID'],
  name: [
    'name',
    'Full Name',
    'Customer Name',
    "Customer's Name",
    'Name of Customer',
    'first_name',
    'Given Name',
    'Middle Name',
    'last_name',
    'Surname',
    'ＮＡＭＥ',
  ],
  dob: [
    'dob',
    'DOB',
    'D.O.B.',
    'Date of Birth ',
    'DATE_OF_BIRTH',
    'birth-date',
    'Date Of Birth (DD/MM/YYYY)',
  ],
  email: ['email', 'E-mail', 'Email ID', 'EMAIL_ID', 'Mail', 'Customer Email', 'Email Address', 'e-mail id.'],
  phone: ['phone', 'Mobile', 'Mobile No.', 'MOBILE NUMBER', 'Phone No', 'Customer Mobile No.', 'mobileNo'],
  aadhaar: ['aadhaar', 'Aadhaar No.', 'AADHAAR CARD NUMBER', 'uid', 'Aadhar No'],
  pan: ['pan', 'PAN No.', 'PAN Card', 'Customer PAN Number'],
  address: [
    'address',
    'Customer Address',
    'House No.',
    'street_number',
    'Street',
    'Address Line 1',
    'ADDRESS_LINE_2',
    'addressLine3',
    'address_1',
    'address_3',
    'suburb',
    'City',
    'district',
    'State',
    'Pin Code',
    'postcode',
  ],
  bank_account: ['bank_account', 'Account Number', 'Account No.', 'Bank Account No'],
  other_id: ['other_id', 'Other ID'],
};

test.each(Object.entries(targets).flatMap(([target, headers]) => headers.map((header) => [header, target])))(
  'the header %s is %s',
  (header, target) => {
    expect(meaningOf(header)?.target).toBe(target);
  },
);

test.each([
  'Branch',
  "Father's Name",
  'Company Name',
  'Nominee Name',
  'Name (Father)',
  'Alternate Mobile No',
  'Phone 2',
  'Employee ID',
  'Customer No',
  'State Code',
  'City ID',
  'Address Proof',
  'Panel',
  'Middle',
  '',
  '№',
  `Customer Name${' '.repeat(200)}`,
  `${'the '.repeat(17)}name`,
])('the header %j is not known', (header) => {
  expect(meaningOf(header)).toBeUndefined();
});

test('the list of individuals is known as an export of this product by its id and master key', () => {
  expect(isOwnExport(['id', 'masterKey', 'companyId'])).toBe(true);
  expect(isOwnExport(['id', 'name'])).toBe(false);
});

test('a header of characters that NFKC expands is cut to the longest header', () => {
  expect(wordsOf('\ufdfa'.repeat(MAX_HEADER)).join(' ').length).toBeLessThanOrEqual(MAX_HEADER);
});

test('a header with letters of another script is not split into words', () => {
  const lowered = vi.spyOn(String.prototype, 'toLowerCase');
  const meaning = meaningOf('name \ufdfa');
  const count = lowered.mock.calls.length;
  lowered.mockRestore();
  expect([meaning, count]).toEqual([undefined, 0]);
});
