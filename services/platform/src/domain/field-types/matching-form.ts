import type { FieldType, StoredType } from './field-type.ts';
import { isPlaceholder } from './placeholder.ts';
import { rulesByType } from './rules-by-type.ts';

/**
 * Stored with every token. A change of any form below needs the next number and the dual write, back-fill and switch of
 * a new normaliser; the golden vectors fail otherwise.
 */
export const NORMALISER_VERSION = 3;

/** What the blind index hashes for an exact search; null = not indexed (name, dob, address). */
export const indexForm = (type: StoredType, canonical: string): string | null =>
  rulesByType[type].indexForm(canonical);

/** The repaired and normalised copy that lineage's handles hash; null = no handle, as for a placeholder. */
export function matchForm(type: FieldType, canonical: string): string | null {
  const form = rulesByType[type].matchForm(canonical);
  return form === null || isPlaceholder(type, form) ? null : form;
}
