import { expect, test } from 'vitest';
import { isFieldType, type StoredType } from './field-type.ts';
import { indexForm, matchForm, NORMALISER_VERSION } from './matching-form.ts';

// Frozen: databases hold tokens of these forms. A changed line needs a new NORMALISER_VERSION and its back-fill.
const golden: ReadonlyArray<[StoredType, canonical: string, matching: string | null, index: string | null]> =
  [
    ['aadhaar', '234123412346', '234123412346', '234123412346'],
    ['aadhaar', '234123412345', null, '234123412345'],
    ['pan', 'ABCPK1234F', 'ABCPK1234F', 'ABCPK1234F'],
    ['pan', 'ABCPK1Z34F', null, 'ABCPK1Z34F'],
    ['pan', 'A8CPK1234F', null, 'A8CPK1234F'],
    ['pan', '0BCPKI2S41', 'OBCPK1254I', '0BCPKI2S41'],
    ['pan', 'ABCP5OI345', 'ABCPS0134S', 'ABCP5OI345'],
    ['aadhaar', '123412341234', null, '123412341234'],
    ['pan', 'ABCDK1234F', null, 'ABCDK1234F'],
    ['pan', 'ABCPK0000F', null, 'ABCPK0000F'],
    ['pan', 'ABCPKOO0OF', null, 'ABCPKOO0OF'],
    ['pan', 'AAAPA1111A', null, 'AAAPA1111A'],
    ['phone', '+919812345670', '+919812345670', '+919812345670'],
    ['phone', '+12025550123', '+12025550123', '+12025550123'],
    ['phone', '+919999999999', null, '+919999999999'],
    ['phone', '+919000000000', null, '+919000000000'],
    ['phone', '+919876543210', null, '+919876543210'],
    ['phone', '+911234567890', null, '+911234567890'],
    ['email', 'Asha.Rao+bank@Gmail.com', 'asharao@gmail.com', 'asha.rao+bank@gmail.com'],
    ['email', 'a.s.h.a@googlemail.com', 'asha@gmail.com', 'a.s.h.a@googlemail.com'],
    ['email', 'Asha.Rao+bank@Outlook.com', 'asha.rao@outlook.com', 'asha.rao+bank@outlook.com'],
    ['email', 'Asha.Rao+x@firma.example', 'asha.rao+x@firma.example', 'asha.rao+x@firma.example'],
    ['email', 'ａsha@firma.example', 'asha@firma.example', 'asha@firma.example'],
    ['email', 'na@na.com', null, 'na@na.com'],
    ['email', 'Test.1@firma.in', null, 'test.1@firma.in'],
    ['email', 'asha.rao@mail.example.com', null, 'asha.rao@mail.example.com'],
    ['bank_account', '123456789012', null, '123456789012'],
    ['bank_account', '001234567890', '001234567890', '001234567890'],
    ['bank_account', '000000000', null, '000000000'],
    ['other_id', 'Z-12 b', 'Z12B', 'Z12B'],
    ['other_id', 'DL04/2011.0149646', 'DL0420110149646', 'DL0420110149646'],
    ['other_id', '0000', null, '0000'],
    ['other_id', 'A1234567', null, 'A1234567'],
    ['external_id', 'CUST-1', null, 'CUST-1'],
    ['name', 'Asha Rao', null, null],
    ['dob', '1980-02-29', null, null],
    ['address', '12 MG Road', null, null],
  ];

test('normaliser version 3 gives the frozen texts', () => {
  expect(NORMALISER_VERSION).toBe(3);
  for (const [type, canonical, matching, index] of golden) {
    const forms = [isFieldType(type) ? matchForm(type, canonical) : null, indexForm(type, canonical)];
    expect(forms, `${type} ${canonical}`).toEqual([matching, index]);
  }
});
