/** Kinds of identifier of one person. A family, an agent or an office shares phones and e-mail addresses. */
const OF_ONE_PERSON = ['aadhaar', 'pan', 'bank_account', 'other_id'];
const IDENTIFIERS = [...OF_ONE_PERSON, 'phone', 'email'];

/**
 * Whether two identifiers agree, one of them of one person only. It depends on nothing that a graded pair does not show
 * (decision 0040), so that what is left out of a verification discloses nothing.
 */
export function areAgreeing(matchingFields: readonly string[]): boolean {
  return (
    matchingFields.filter((field) => IDENTIFIERS.includes(field)).length >= 2 &&
    matchingFields.some((field) => OF_ONE_PERSON.includes(field))
  );
}

/** areAgreeing in SQL, of an edge e. */
export const ARE_AGREEING = `(cardinality(agreeing_identifiers(e.matching_fields)) >= 2
  AND e.matching_fields && ARRAY['${OF_ONE_PERSON.join("', '")}'])`;
