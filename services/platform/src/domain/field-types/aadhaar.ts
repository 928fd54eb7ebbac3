import { maskTail } from './mask-forms.ts';
import { latinDigits, plainText } from './plain-text.ts';
import { accept, refuse, type TypeRules } from './type-rules.ts';
import { hasVerhoeffCheckDigit } from './verhoeff.ts';

/**
 * Aadhaar number of UIDAI: twelve digits, the first 2 to 9 (0 and 1 are kept back: UIDAI, "A UID Numbering Scheme",
 * 2010), the last a Verhoeff check digit; blanks and hyphens are dropped.
 */
export const aadhaar: TypeRules<'aadhaar'> = {
  type: 'aadhaar',
  canonicalise(plain) {
    const text = plainText(plain, {
      subject: 'The Aadhaar number',
      maxLength: 32,
      kind: 'identifier',
      isNumberLike: true,
    });
    if (!text.ok) return text;
    const digits = latinDigits(text.value).replace(/[\s-]/g, '');
    if (!/^\d{12}$/.test(digits)) return refuse('AADHAAR_FORMAT', 'An Aadhaar number has 12 digits');
    if (!isIssuable(digits)) {
      return refuse('AADHAAR_FIRST_DIGIT', 'No Aadhaar number begins with 0 or 1');
    }
    if (!hasVerhoeffCheckDigit(digits)) {
      return refuse('AADHAAR_CHECKSUM', 'The check digit of the Aadhaar number is wrong');
    }
    return accept(digits);
  },
  matchForm: (canonical) => (isIssuable(canonical) && hasVerhoeffCheckDigit(canonical) ? canonical : null),
  indexForm: (canonical) => canonical,
  mask: (canonical) => maskTail('aadhaar', canonical),
};

const isIssuable = (digits: string): boolean => /^[2-9]\d{11}$/.test(digits);
