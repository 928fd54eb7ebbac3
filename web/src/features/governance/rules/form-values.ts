import { instantAt, wallTime } from '@pii-vault/platform/values/zoned-day';

/** What a form holds: texts of its controls, and the chosen ones of a list of checkboxes. */
export type FormValues = Record<string, string | string[]>;

export type FieldKind = 'text' | 'list' | 'area' | 'select' | 'number' | 'time' | 'checks';

/** One control of a register's form. */
export interface FieldSpec {
  /** Name of the key that it fills in the request. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly isRequired?: boolean;
  /** Of a select or of checkboxes. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** A text that the reader does not see whole: what is written replaces it. */
  readonly isHidden?: boolean;
}

/** The values of an entry, whose times are ISO, as controls hold them: times by the clocks of the company's zone. */
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
 * The request keys of changed controls; a new entry sends all filled ones. An invalid number or time stays as typed, so
 * that the contract's schema refuses it.
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
    // An emptied control whose value cannot be empty is omitted: it changes nothing.
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
