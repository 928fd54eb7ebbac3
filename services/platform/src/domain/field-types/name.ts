import { FULL_MASK } from './mask-forms.ts';
import { plainText } from './plain-text.ts';
import { refuse, type TypeRules } from './type-rules.ts';

/** A person's name in any script; NFC, at most 200 characters, at least one letter. */
export const name: TypeRules<'name'> = {
  type: 'name',
  canonicalise(plain) {
    const text = plainText(plain, { subject: 'The name', maxLength: 200, kind: 'name' });
    if (!text.ok) return text;
    return /\p{L}/u.test(text.value) ? text : refuse('NAME_FORMAT', 'A name has at least one letter');
  },
  matchForm: () => null,
  indexForm: () => null,
  mask: () => FULL_MASK,
};
