import { maskTail } from './mask-forms.ts';
import { latinDigits, plainText } from './plain-text.ts';
import { accept, refuse, type TypeRules } from './type-rules.ts';

/**
 * An account number: 6–34 letters and digits (RBI: 9–18 digits; ISO 13616 IBAN: up to 34), upper case, no separators.
 */
export const bankAccount: TypeRules<'bank_account'> = {
  type: 'bank_account',
  canonicalise(plain) {
    const text = plainText(plain, {
      subject: 'The account number',
      maxLength: 50,
      kind: 'identifier',
      isNumberLike: true,
    });
    if (!text.ok) return text;
    const compact = latinDigits(text.value).toUpperCase().replace(/[\s-]/g, '');
    return /^[A-Z0-9]{6,34}$/.test(compact) && /\d/.test(compact)
      ? accept(compact)
      : refuse('BANK_ACCOUNT_FORMAT', 'An account number has 6 to 34 letters and digits');
  },
  matchForm: (canonical) => canonical,
  indexForm: (canonical) => canonical,
  mask: (canonical) => maskTail('bank_account', canonical),
};
