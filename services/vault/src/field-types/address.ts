import { type FieldType, refuse } from './field-type.ts';
import { plainText } from './plain-text.ts';

/** A postal address as written, lines allowed; NFC, at most 1,000 characters, at least one letter or digit. */
export const address: FieldType<'address'> = {
  name: 'address',
  isIdentifier: false,
  validate(raw) {
    const text = plainText(raw, { subject: 'The address', maxLength: 1_000, isMultiline: true });
    if (!text.ok) return text;
    return /[\p{L}\p{N}]/u.test(text.canonical)
      ? text
      : refuse('ADDRESS_FORMAT', 'An address has at least one letter or digit');
  },
  normaliseForMatching: () => null,
  normaliseForSearch: (canonical) => canonical,
  mask: () => 'XXXX-MASKED',
};
