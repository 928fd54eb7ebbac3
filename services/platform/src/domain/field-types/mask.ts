import type { StoredType } from './field-type.ts';
import { FULL_MASK } from './mask-forms.ts';
import { rulesByType } from './rules-by-type.ts';

/** The masked form of a stored value, by the rule of its type. */
export const mask = (type: StoredType, canonical: string): string => rulesByType[type].mask(canonical);

const showNothing: ReadonlySet<StoredType> = new Set(['name', 'address', 'dob', 'other_id', 'external_id']);

/** The mask of a type whose mask is the same for every value, so that nothing needs to be decrypted; else null. */
export const constantMask = (type: StoredType): string | null => (showNothing.has(type) ? FULL_MASK : null);
