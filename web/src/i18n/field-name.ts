import i18next from 'i18next';
import { humanName } from './human-name.ts';

/** A field type or another name of a field as people say it; 'Guardian note' for one without a text. */
export const fieldName = (field: string): string => named('field', field);

/**
 * A purpose as people say it: companies may state any, so those without a text are written out. Two purposes never have
 * one name: 'aml_check' is 'AML check', and 'aml__check' is 'AML check (aml__check)'.
 */
export function purposeName(purpose: string): string {
  const name = named('purpose', purpose);
  return isPlain(purpose) ? name : `${name} (${purpose})`;
}

/** Words with single underscores between them: no other such purpose is written out the same. */
const isPlain = (purpose: string): boolean => /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(purpose);

/** What a combobox offers for a purpose. */
export const purposeOptions = (purposes: readonly string[]): Array<{ value: string; label: string }> =>
  purposes.map((value) => ({ value, label: purposeName(value) }));

const named = (group: 'field' | 'purpose', name: string): string =>
  i18next.exists(`${group}.${name}`, { ns: 'app' })
    ? i18next.t(`${group}.${name}`, { ns: 'app' })
    : humanName(name);
