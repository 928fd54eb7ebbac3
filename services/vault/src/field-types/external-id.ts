import type { FieldType } from './field-type.ts';
import { plainText } from './plain-text.ts';

/** The company's own id of a person: NFC text of at most 200 characters, compared exactly, never used for matching. */
export const externalId: FieldType<'external_id'> = {
  name: 'external_id',
  isIdentifier: true,
  validate: (raw) => plainText(raw, { subject: 'The external id', maxLength: 200 }),
  normaliseForMatching: () => null,
  normaliseForSearch: (canonical) => canonical,
  mask: () => 'XXXX-MASKED',
};
