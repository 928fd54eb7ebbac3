import type { StoredType } from './field-type.ts';
import { nativeDomain } from './mail-domain.ts';

// What pasting most often left inside an id that NORMALISER_VERSION 1 stored as it was typed.
const NO_BREAK_SPACE = '\u00a0';
// The two that word processors put for a hyphen. Each form costs an import 7 µs a row; the typed text is tried as well.
const DASHES = ['\u2011', '\u2013'];

/**
 * Index forms that NORMALISER_VERSION 1 may have given to a value whose index form is `form` now, without `form`. That
 * version only trimmed external and other ids, and kept the script of an e-mail address's domain.
 * @param typed the original text, which that version stored with its invisible characters
 */
export function formerIndexForms(type: StoredType, form: string, typed?: string): readonly string[] {
  const forms = type === 'email' ? [nativeAddress(form)] : isFreeText(type) ? pastedForms(form, typed) : [];
  return [...new Set(forms)].filter((former) => former !== form);
}

const isFreeText = (type: StoredType): boolean => type === 'external_id' || type === 'other_id';

function pastedForms(form: string, typed: string | undefined): string[] {
  const forms = typed === undefined ? [] : [typed.normalize('NFC').trim()];
  if (form.includes(' ')) forms.push(form.replaceAll(' ', NO_BREAK_SPACE));
  if (form.includes('-')) forms.push(...DASHES.map((dash) => form.replaceAll('-', dash)));
  return forms;
}

function nativeAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + nativeDomain(address.slice(at));
}
