import { FULL_MASK } from './mask-forms.ts';
import { plainText } from './plain-text.ts';
import { refuse, type TypeRules } from './type-rules.ts';

/**
 * Any other identifier (passport, voter id, loyalty number …): NFC text of at most 128 characters, compared exactly.
 */
export const otherId: TypeRules<'other_id'> = {
  type: 'other_id',
  canonicalise(plain) {
    const text = plainText(plain, {
      subject: 'The identifier',
      maxLength: 128,
      kind: 'identifier',
      isNumberLike: true,
    });
    if (!text.ok) return text;
    return /[\p{L}\p{N}]/u.test(text.value)
      ? text
      : refuse('OTHER_ID_FORMAT', 'An identifier has at least one letter or digit');
  },
  matchForm: (canonical) => canonical,
  indexForm: (canonical) => canonical,
  mask: () => FULL_MASK,
};
