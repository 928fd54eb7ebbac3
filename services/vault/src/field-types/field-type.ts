/** The nine kinds of personal data a record may hold: the spec's eight and `other_id` (any other identifier). */
export const fieldTypeNames = [
  'aadhaar',
  'pan',
  'email',
  'phone',
  'name',
  'address',
  'dob',
  'bank_account',
  'other_id',
] as const;

export type FieldTypeName = (typeof fieldTypeNames)[number];

/** What the cipher's AAD names a value by: a field type, or the company's own id of a person. */
export type ValueTypeName = FieldTypeName | 'external_id';

/** `reason` is stable UPPER_SNAKE, `message` a sentence for the caller; neither ever repeats the value. */
export interface Refusal {
  readonly ok: false;
  readonly reason: string;
  readonly message: string;
}

export type Validation = { readonly ok: true; readonly canonical: string } | Refusal;

/** One kind of value. All functions are pure and total: they refuse, they do not throw. */
export interface FieldType<Name extends ValueTypeName = ValueTypeName> {
  readonly name: Name;
  /** A single-field blind index is kept. Names, dates and addresses never: their equality alone leaks. */
  readonly isIdentifier: boolean;
  /** Canonical form (what is stored and revealed) or the refusal. `now` bounds dates of birth. Idempotent. */
  validate(raw: string, now: Date): Validation;
  /** The text whose keyed hash is compared between people; null when the value must not be tokenised. */
  normaliseForMatching(canonical: string): string | null;
  /** The text whose keyed hash answers an exact search. Unlike matching it keeps placeholders and e-mail tags. */
  normaliseForSearch(canonical: string): string;
  /** Spec section 6. What is shown does not depend on how long the value is. */
  mask(canonical: string): string;
}

export const accept = (canonical: string): Validation => ({ ok: true, canonical });

export const refuse = (reason: string, message: string): Refusal => ({ ok: false, reason, message });
