import { type FieldType, refuse } from './field-type.ts';
import { plainText } from './plain-text.ts';

/** Any other identifier (passport, voter id, loyalty number …): NFC text of at most 128 characters, compared exactly. */
export const otherId: FieldType<'other_id'> = {
  name: 'other_id',
  isIdentifier: true,
  validate(raw) {
    const text = plainText(raw, { subject: 'The identifier', maxLength: 128 });
    if (!text.ok) return text;
    return /[\p{L}\p{N}]/u.test(text.canonical)
      ? text
      : refuse('OTHER_ID_FORMAT', 'An identifier has at least one letter or digit');
  },
  normaliseForMatching: (canonical) => (/^(.)\1*$/u.test(canonical) ? null : canonical),
  normaliseForSearch: (canonical) => canonical,
  mask: () => 'XXXX-MASKED',
};
