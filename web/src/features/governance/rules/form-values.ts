import type { ShownTexts } from '@pii-vault/contract/free-text';
import { instantAt, wallTime } from '@pii-vault/platform/values/zoned-day';

/** Values of a form: texts, or the selected values of checkboxes. */
export type FormValues = Record<string, string | string[]>;

export type FieldKind = 'text' | 'list' | 'area' | 'select' | 'number' | 'time' | 'checks';

/** One control of a register's form. */
export interface FieldSpec {
  /** Key in the request. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly isRequired?: boolean;
  /** Options of a select or of checkboxes. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The user does not see the whole text; input replaces it. */
  readonly isHidden?: boolean;
}

/** Converts the values of an entry for the form: ISO times become local times in the company's time zone. */
export function controlValues(specs: readonly FieldSpec[], entry: FormValues, zone: string): FormValues {
  const values = Object.entries(entry).map(([name, value]) => {
    const isTime = typeof value === 'string' && value !== '' && specs.some((spec) => isTimeSpec(spec, name));
    return [name, isTime ? wallTime(zone, Date.parse(value)) : value];
  });
  return Object.fromEntries(values);
}

const isTimeSpec = (spec: FieldSpec, name: string) => spec.name === name && spec.kind === 'time';

const isBlank = (value: string | string[]) => value.length === 0;

/**
 * Request body with the changed controls; for a new entry with all filled ones. An invalid number or time stays text,
 * so that the contract's schema refuses it.
 */
export function bodyOf(
  specs: readonly FieldSpec[],
  values: FormValues,
  before: FormValues | undefined,
  zone: string,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { name, kind } of specs) {
    const value = values[name] ?? '';
    const isSame = before !== undefined && String(value) === String(before[name] ?? '');
    // Only texts can be cleared; other emptied controls are omitted.
    if (isSame || (isBlank(value) && (before === undefined || !isText(kind)))) continue;
    body[name] = requestValue(kind, value, zone);
  }
  return body;
}

const isText = (kind: FieldKind) => kind === 'text' || kind === 'area';

function requestValue(kind: FieldKind, value: string | string[], zone: string): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'list') return value.split(/[\s,]+/).filter(Boolean);
  if (kind === 'number') return /^\d+$/.test(value.trim()) ? Number(value) : value;
  if (kind !== 'time') return value.trim();
  const at = instantAt(zone, value);
  return Number.isNaN(at) ? value : new Date(at).toISOString();
}

/** Whether a form may be filled with the text. A withheld or masked text would be saved as displayed. */
export const isWhole = ({ view, identifiers }: ShownTexts): boolean => view === 'masked' && identifiers === 0;

export const textIn = (texts: ShownTexts, text: string | null | undefined): string =>
  isWhole(texts) ? (text ?? '') : '';
