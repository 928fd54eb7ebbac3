import { aadhaarFault } from '../../values/identifier-faults.ts';
import { maskTail } from './mask-forms.ts';
import { latinDigits, plainText } from './plain-text.ts';
import { accept, refuse, type TypeRules } from './type-rules.ts';

const refusals = {
  AADHAAR_FORMAT: refuse('AADHAAR_FORMAT', 'An Aadhaar number has 12 digits'),
  AADHAAR_FIRST_DIGIT: refuse('AADHAAR_FIRST_DIGIT', 'No Aadhaar number begins with 0 or 1'),
  AADHAAR_CHECKSUM: refuse('AADHAAR_CHECKSUM', 'The check digit of the Aadhaar number is wrong'),
};

/** Aadhaar number of UIDAI; blanks and hyphens are dropped. */
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
    const fault = aadhaarFault(digits);
    if (fault !== undefined) return refusals[fault];
    return accept(digits);
  },
  matchForm: (canonical) => (aadhaarFault(canonical) === undefined ? canonical : null),
  indexForm: (canonical) => canonical,
  mask: (canonical) => maskTail('aadhaar', canonical),
};
