import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import type { ColumnPlan } from './column-plan.ts';
import { type ColumnTarget, isGivenName, namePart } from './known-headers.ts';

/** A part of an address, which is joined with the others. */
const PLACE =
  /locality|area\b|landmark|village|taluk|tehsil|road|colony|sector|zip|pin\b|postal|country|गांव|गाँव|ज़िला|जिला|शहर|राज्य/i;

/** What a word in a header speaks for, in the order in which they are tried. */
const HINTS: ReadonlyArray<readonly [RegExp, ColumnTarget]> = [
  [/mail|ईमेल/i, 'email'],
  [/mobile|phone|contact|whatsapp|\btel\b|मोबाइल|फ़ोन|फोन/i, 'phone'],
  [/aadha+r|uidai|आधार/i, 'aadhaar'],
  [/\bpan\b|पैन/i, 'pan'],
  [/birth|\bdob\b|जन्म/i, 'dob'],
  [/account|iban|खाता/i, 'bank_account'],
  [/passport|voter|epic|licen[cs]e|ration|gst/i, 'other_id'],
  [/name|नाम/i, 'name'],
  [/address|पता/i, 'address'],
  [/\b(ref|reference|code|id)\b|(customer|client|member|patient|employee).*(no|number)/i, 'externalId'],
];

/** Types that are recognised by their values alone, the most particular first. */
const BY_VALUE: readonly FieldType[] = ['aadhaar', 'pan', 'email', 'dob', 'phone'];

/**
 * What a column without a target may be, by its header and by its first values; 'ignore' where nothing speaks for a
 * field, or the field has its column already and the column is no further part of it.
 */
function suggestTarget(
  column: string,
  values: readonly string[],
  { columns, dateOrder }: { readonly columns: ColumnPlan; readonly dateOrder: DateOrder },
): ColumnTarget {
  if (PLACE.test(column)) return 'address';
  const hinted = HINTS.find(([pattern]) => pattern.test(column))?.[1] ?? byValue(values, dateOrder);
  if (hinted === undefined) return 'ignore';
  const isTaken = Object.values(columns.targets).includes(hinted);
  return isTaken && !isFurtherPart(column, hinted, columns) ? 'ignore' : hinted;
}

/**
 * Whether a column is joined with those that its target has already. A surname is, with a name: without a given name
 * in the file, the name is the given one.
 */
function isFurtherPart(column: string, target: ColumnTarget, { columns, targets }: ColumnPlan): boolean {
  if (target !== 'name') return target === 'address';
  const slot = namePart(column);
  const isRepeated = columns.some((other) => targets[other] === 'name' && namePart(other) === slot);
  return slot !== undefined && !isRepeated && !columns.some(isGivenName);
}

function byValue(values: readonly string[], dateOrder: DateOrder): FieldType | undefined {
  if (values.length === 0) return undefined;
  return BY_VALUE.find((type) => values.every((value) => canonicalise(type, value, { dateOrder }).ok));
}

/** Suggestions for all columns without a target; of a field that has one column only the first gets it. */
export function suggestTargets(
  samples: ReadonlyMap<string, readonly string[]>,
  plan: { readonly columns: ColumnPlan; readonly dateOrder: DateOrder },
): ReadonlyMap<string, ColumnTarget> {
  const suggested = new Map<string, ColumnTarget>();
  for (const [column, values] of samples) {
    const targets = { ...plan.columns.targets, ...Object.fromEntries(suggested) };
    suggested.set(column, suggestTarget(column, values, { ...plan, columns: { ...plan.columns, targets } }));
  }
  return suggested;
}
