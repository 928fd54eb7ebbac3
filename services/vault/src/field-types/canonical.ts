import type { StoredType } from './field-type.ts';
import { rulesByType } from './rules-by-type.ts';
import type { Canonical } from './type-rules.ts';

/**
 * The validated form of a value, which is what is stored and revealed: 12 digits, upper-case PAN, E.164, trimmed
 * e-mail with its case kept, ISO date, NFC text. A refusal names the reason and never repeats the value.
 */
export function canonicalise(type: StoredType, plain: string, now: Date = new Date()): Canonical {
  return rulesByType[type].canonicalise(plain, now);
}
