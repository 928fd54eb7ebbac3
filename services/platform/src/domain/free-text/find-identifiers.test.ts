import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { verhoeffCheckDigit } from '../../values/verhoeff.ts';
import { phone } from '../field-types/phone.ts';
import { findIdentifiers, maskIdentifiers } from './find-identifiers.ts';
import { numberWindows } from './number-windows.ts';

const AADHAAR = `23456789012${verhoeffCheckDigit('23456789012')}`;
const tail = AADHAAR.slice(-4);
const grouped = (sep: string) => `${AADHAAR.slice(0, 4)}${sep}${AADHAAR.slice(4, 8)}${sep}${tail}`;
const shifted = (digits: string, zero: number) =>
  [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
const seen = (text: string) => maskIdentifiers(text, findIdentifiers(text));
const typesIn = (text: string) => findIdentifiers(text).map(({ type }) => type);

describe('an Aadhaar number', () => {
  it.each([
    ['plain', AADHAAR],
    ['with spaces', grouped(' ')],
    ['with dashes', grouped('-')],
    ['with en dashes', grouped(' – ')],
    ['with no-break blanks', grouped('\u00a0')],
    ['with dots', grouped('.')],
    ['with zero-width blanks', [...AADHAAR].join('\u200b')],
    ['digit by digit', [...AADHAAR].join(' ')],
    ['over two lines', grouped('\n')],
    ['in full width', shifted(AADHAAR, 0xff10)],
    ['in Devanagari', shifted(AADHAAR, 0x966)],
    [
      'in Devanagari with spaces',
      `${shifted(AADHAAR.slice(0, 6), 0x966)} ${shifted(AADHAAR.slice(6), 0x966)}`,
    ],
    ['in Tamil', shifted(AADHAAR, 0xbe6)],
  ])('%s, is masked within a sentence', (_form, written) => {
    expect(seen(`Asha gave ${written}, then left.`)).toBe(`Asha gave XXXX-XXXX-${tail}, then left.`);
  });

  it('is found at the start, at the end, repeatedly, and directly after a word', () => {
    expect(seen(`${AADHAAR} and ${grouped(' ')}`)).toBe(`XXXX-XXXX-${tail} and XXXX-XXXX-${tail}`);
    expect(seen(`आधार${AADHAAR}`)).toBe(`आधारXXXX-XXXX-${tail}`);
    expect(seen(`AADHAAR${AADHAAR}`)).toBe(`AADHAARXXXX-XXXX-${tail}`);
  });
});

describe('other identifiers', () => {
  it.each([
    ['PAN is ABCPE1234F.', 'PAN is XXXXX234F.', 'pan'],
    ['pan abcpe1234f', 'pan XXXXX234F', 'pan'],
    ['ABCPE 1234 F ok', 'XXXXX234F ok', 'pan'],
    ['ABCPE-1234-F', 'XXXXX234F', 'pan'],
    ['ＡＢＣＰＥ１２３４Ｆ', 'XXXXX234F', 'pan'],
    ['GSTIN 27ABCPE1234F1Z5', 'GSTIN 27XXXXX234F1Z5', 'pan'],
    ['call 98450 12345 now', 'call XXXXX12345 now', 'phone'],
    ['at +91-98450-12345.', 'at XXXXX12345.', 'phone'],
    ['(+91) 9845012345', '(XXXXX12345', 'phone'],
    ['९८४५० १२३४५', 'XXXXX12345', 'phone'],
    ['919845012345', 'XXXXX12345', 'phone'],
    ['office 080 2345 6789', 'office XXXXX56789', 'phone'],
    ['London +44 20 7946 0958', 'London XXXXX60958', 'phone'],
    ['mail asha.rao@example.in, please', 'mail as***@example.in, please', 'email'],
    ['<asha@example.in>', '<as***@example.in>', 'email'],
    ['ａｓｈａ＠example.in', 'as***@example.in', 'email'],
    ['card 4111 1111 1111 1111 exp', 'card XXXXXXX1111 exp', 'card'],
    ['4111-1111-1111-1111', 'XXXXXXX1111', 'card'],
    ['3782 822463 10005', 'XXXXXXX0005', 'card'],
    ['account no. 50100123456789 at', 'account no. XXXXXXX6789 at', 'bank_account'],
    ['A/C 001234567890', 'A/C XXXXXXX7890', 'bank_account'],
    ['खाता 50100123456789', 'खाता XXXXXXX6789', 'bank_account'],
    ['50100123456789 IFSC HDFC0000001', 'XXXXXXX6789 IFSC HDFC0000001', 'bank_account'],
    ['GB82 WEST 1234 5698 7654 32', 'XXXXXXX5432', 'bank_account'],
    ['GB82 WEST 1234 5698 7654 32 PLEASE PAY', 'XXXXXXX5432 PLEASE PAY', 'bank_account'],
    ['+91 12 98450 12345', '+91 12 XXXXX12345', 'phone'],
  ])('%s', (text, masked, type) => {
    expect(seen(text)).toBe(masked);
    expect(typesIn(text)).toEqual([type]);
  });
});

it.each([
  'Order 234567890123 was late',
  'order number 123456789012 of 21/11/2026',
  'Reference 50100123456789',
  'Sum of 12,34,567.50 on 2026-11-21 08:00',
  'Incident 2026-112134 at 10:15, section 8(6), rule 7(2)(b)',
  'ticket ABC9845012345',
  '4111 1111 1111 1112',
  'ABCDE1234F is no PAN, nor is ABCPE0000F',
  'title 1234 a boy',
  'IMEI 350000000000006',
  'at 10 @ 5 rupees, see @team',
  'Bank holiday on 26 January 2027',
])('finds no identifier in: %s', (text) => {
  expect(findIdentifiers(text)).toEqual([]);
});

it('finds several identifiers of several types, in order and without overlap', () => {
  const text = `Asha (asha@example.in, 98450 12345) gave ${grouped('-')} for order 234567890123`;
  expect(typesIn(text)).toEqual(['email', 'phone', 'aadhaar']);
  expect(seen(text)).toBe(
    `Asha (as***@example.in, XXXXX12345) gave XXXX-XXXX-${tail} for order 234567890123`,
  );
});

describe('the work for a text', () => {
  const long = (part: string) => part.repeat(Math.floor(10_000 / part.length));

  it.each(['7 ', '77 ', '7777777 ', '+22 22 22 22 22 22 22 22 ', '0 11 23 45 67 '])(
    'grows with its length: %s',
    (part) => {
      const text = long(part);
      expect(numberWindows(text).length).toBeLessThan(4 * text.length);
    },
  );

  it('has at most 100 reads by the library; then the form alone decides', () => {
    const reads = vi.spyOn(phone, 'canonicalise');
    const text = long('+15550 12345, ');
    expect(seen('+15550 12345, ')).toBe('+15550 12345, ');
    reads.mockClear();
    expect(typesIn(text).length).toBe(text.length / 14 - 100);
    expect(reads).toHaveBeenCalledTimes(100);
    reads.mockRestore();
  });

  it('finds every Indian mobile number, however many there are', () => {
    expect(typesIn(long('98450 12345, ')).length).toBe(Math.floor(10_000 / 13));
  });
});

it('a masked text contains no identifiers, and positions refer to the original text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      AADHAAR,
      grouped(' '),
      '98450 12345',
      'asha@example.in',
      'ABCPE1234F',
      '😀',
      'आधार',
      ' ',
      '\n',
    ),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join(' , ');
      const found = findIdentifiers(text);
      let before = 0;
      for (const { start, end } of found) {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeGreaterThan(start);
        before = end;
      }
      expect(before).toBeLessThanOrEqual(text.length);
      const digits = maskIdentifiers(text, found).replaceAll(' ', '');
      expect(digits).not.toContain(AADHAAR);
      expect(digits).not.toContain('9845012345');
    }),
  );
});
