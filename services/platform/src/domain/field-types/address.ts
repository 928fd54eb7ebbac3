import { FULL_MASK } from './mask-forms.ts';
import { plainText } from './plain-text.ts';
import { refuse, type TypeRules } from './type-rules.ts';

/** A postal address as written, lines allowed; NFC, at most 1,000 characters, at least one letter or digit. */
export const address: TypeRules<'address'> = {
  type: 'address',
  canonicalise(plain) {
    const text = plainText(plain, { subject: 'The address', maxLength: 1_000, kind: 'address' });
    if (!text.ok) return text;
    return /[\p{L}\p{N}]/u.test(text.value)
      ? text
      : refuse('ADDRESS_FORMAT', 'An address has at least one letter or digit');
  },
  matchForm: () => null,
  indexForm: () => null,
  mask: () => FULL_MASK,
};
