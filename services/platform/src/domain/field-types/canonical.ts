import type { StoredType } from './field-type.ts';
import { rulesByType } from './rules-by-type.ts';
import type { Canonical, ValueContext } from './type-rules.ts';

/**
 * The validated form of a value, which is stored and revealed: 12 digits, upper-case PAN, E.164, trimmed e-mail with
 * its case kept, ISO date (or its year, or year and month), NFC text. A refusal names the reason and never repeats the
 * value.
 */
export function canonicalise(type: StoredType, plain: string, context: ValueContext = {}): Canonical {
  return rulesByType[type].canonicalise(plain, context);
}
