import { accept, type FieldType, refuse } from './field-type.ts';
import { latinDigits, plainText } from './plain-text.ts';

/** An account number: 6–34 letters and digits (RBI: 9–18 digits; ISO 13616 IBAN: up to 34), upper case, no separators. */
export const bankAccount: FieldType<'bank_account'> = {
  name: 'bank_account',
  isIdentifier: true,
  validate(raw) {
    const text = plainText(raw, { subject: 'The account number', maxLength: 50 });
    if (!text.ok) return text;
    const compact = latinDigits(text.canonical).toUpperCase().replace(/[\s-]/g, '');
    return /^[A-Z0-9]{6,34}$/.test(compact) && /\d/.test(compact)
      ? accept(compact)
      : refuse('BANK_ACCOUNT_FORMAT', 'An account number has 6 to 34 letters and digits');
  },
  normaliseForMatching: (canonical) => (/^(.)\1*$/.test(canonical) ? null : canonical),
  normaliseForSearch: (canonical) => canonical,
  mask: (canonical) => `XXXXXXX${canonical.slice(-4)}`,
};
