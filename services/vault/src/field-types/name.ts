import { type FieldType, refuse } from './field-type.ts';
import { plainText } from './plain-text.ts';

/** A person's name in any script; NFC, at most 200 characters, at least one letter. */
export const name: FieldType<'name'> = {
  name: 'name',
  isIdentifier: false,
  validate(raw) {
    const text = plainText(raw, { subject: 'The name', maxLength: 200 });
    if (!text.ok) return text;
    return /\p{L}/u.test(text.canonical) ? text : refuse('NAME_FORMAT', 'A name has at least one letter');
  },
  normaliseForMatching: () => null,
  normaliseForSearch: (canonical) => canonical,
  mask: () => 'XXXX-MASKED',
};
