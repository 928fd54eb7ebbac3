import type { StoredType } from './field-type.ts';

/** `reason` is stable UPPER_SNAKE, `message` a sentence for the caller; neither ever repeats the value. */
export interface Refusal {
  readonly ok: false;
  readonly reason: string;
  readonly message: string;
}

export type Canonical = { readonly ok: true; readonly value: string } | Refusal;

/** In a date written with two small numbers: which of them is the day. */
export type DateOrder = 'dmy' | 'mdy';

/** What decides, with its text, how a value is read. */
export interface ValueContext {
  /** Bounds dates of birth; default: the present. */
  readonly now?: Date;
  /** Default: day before month, as India writes. */
  readonly dateOrder?: DateOrder;
}

/** Everything that differs between kinds of value. The functions are pure and total: they refuse, they do not throw. */
export interface TypeRules<Type extends StoredType = StoredType> {
  readonly type: Type;
  /** The form that is stored and revealed, or the refusal. Idempotent. */
  canonicalise(plain: string, context: ValueContext): Canonical;
  /**
   * The text whose keyed hash answers an exact search (placeholders and e-mail tags kept); null when there is no
   * single-field index: names, dates and addresses leak by their equality alone.
   */
  indexForm(canonical: string): string | null;
  /**
   * The text whose keyed hash is compared between people; null for a value that cannot have been issued, and for types
   * that have no handle. Placeholders are left to `matchForm` of all types.
   */
  matchForm(canonical: string): string | null;
  /** The masked form. Its shape does not depend on the value's length. */
  mask(canonical: string): string;
}

export const accept = (value: string): Canonical => ({ ok: true, value });

export const refuse = (reason: string, message: string): Refusal => ({ ok: false, reason, message });
