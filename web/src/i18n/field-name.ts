import i18next from 'i18next';
import { humanName } from './human-name.ts';

/** Label of a field type or other field name; derived from the name if there is no text: 'Guardian note'. */
export const fieldName = (field: string): string => named('field', field);

/**
 * Label of a purpose. Companies can define any, so for those without a text it is derived from the slug. Labels are
 * unique: 'aml_check' is 'AML check', and 'aml__check' is 'AML check (aml__check)'.
 */
export function purposeName(purpose: string): string {
  const name = named('purpose', purpose);
  return isPlain(purpose) ? name : `${name} (${purpose})`;
}

/** Words separated by single underscores: the derived label of such a slug is unique. */
const isPlain = (purpose: string): boolean => /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(purpose);

/** Name of a permission: 'users:manage' is 'Manage users'. */
export const permissionName = (permission: string): string =>
  i18next.t(`permission.${permission.replace(':', '_')}`, { ns: 'app', defaultValue: permission });

/** Option of a combobox for a purpose. */
export const purposeOptions = (purposes: readonly string[]): Array<{ value: string; label: string }> =>
  purposes.map((value) => ({ value, label: purposeName(value) }));

const named = (group: 'field' | 'purpose', name: string): string =>
  i18next.exists(`${group}.${name}`, { ns: 'app' })
    ? i18next.t(`${group}.${name}`, { ns: 'app' })
    : humanName(name);
