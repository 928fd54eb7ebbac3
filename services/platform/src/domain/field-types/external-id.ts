import { FULL_MASK } from './mask-forms.ts';
import { plainText } from './plain-text.ts';
import type { TypeRules } from './type-rules.ts';

/** The company's own id of a person: NFC text of at most 200 characters, compared exactly, never used for matching. */
export const externalId: TypeRules<'external_id'> = {
  type: 'external_id',
  canonicalise: (plain) =>
    plainText(plain, { subject: 'The external id', maxLength: 200, kind: 'identifier', isNumberLike: true }),
  matchForm: () => null,
  indexForm: (canonical) => canonical,
  mask: () => FULL_MASK,
};
