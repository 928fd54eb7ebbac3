import { FULL_MASK } from './mask-forms.ts';
import { latinDigits, plainText, type TextRule } from './plain-text.ts';
import { refuse, type TypeRules } from './type-rules.ts';

const rule: TextRule = {
  subject: 'The identifier',
  maxLength: 128,
  kind: 'identifier',
  isNumberLike: true,
};

/** Separators that clerks and forms write in one number in different places; dashes are folded to '-' before. */
const separators = /[\s\-/\\._]/g;

/**
 * Any other identifier (passport, voter id, driving licence …): upper case, without separators, at most 128 characters.
 */
export const otherId: TypeRules<'other_id'> = {
  type: 'other_id',
  canonicalise(plain) {
    const text = plainText(plain, rule);
    if (!text.ok) return text;
    const compact = compacted(text.value);
    return /[\p{L}\p{N}]/u.test(compact)
      ? plainText(compact, rule)
      : refuse('OTHER_ID_FORMAT', 'An identifier has at least one letter or digit');
  },
  // Values that were stored with separators and small letters are compared like new ones.
  matchForm: compacted,
  indexForm: compacted,
  mask: () => FULL_MASK,
};

function compacted(text: string): string {
  const upper = latinDigits(text.normalize('NFKC')).toUpperCase().normalize('NFKC');
  return upper.replace(separators, '');
}
