import { type ColumnPlan, unmappedColumns } from './column-plan.ts';
import type { ColumnTarget } from './column-target.ts';
import { isGivenName, namePart } from './known-headers.ts';

/** Words in a header and the target they suggest, in the order in which they are tried. */
const HINTS: ReadonlyArray<readonly [RegExp, ColumnTarget]> = [
  // A part of an address, which is joined with the others.
  [
    /locality|area\b|landmark|village|taluk|tehsil|road|colony|sector|zip|pin\b|postal|country|गांव|गाँव|ज़िला|जिला|शहर|राज्य/i,
    'address',
  ],
  [/mail|ईमेल/i, 'email'],
  [/mobile|phone|contact|whatsapp|\btel\b|मोबाइल|फ़ोन|फोन/i, 'phone'],
  [/aadha+r|uidai|आधार/i, 'aadhaar'],
  [/\bpan\b|\btax\b|पैन/i, 'pan'],
  [/birth|\bdob\b|जन्म/i, 'dob'],
  [/account|iban|खाता/i, 'bank_account'],
  [/passport|voter|epic|licen[cs]e|ration|gst/i, 'other_id'],
  [/name|नाम/i, 'name'],
  [/address|पता/i, 'address'],
  [/\b(ref|reference|code|id)\b|(customer|client|member|patient|employee).*(no|number)/i, 'externalId'],
];

/** The target that the words of a header suggest; undefined without any. */
const hintOf = (column: string): ColumnTarget | undefined =>
  HINTS.find(([pattern]) => pattern.test(column))?.[1];

/**
 * Suggestions for the columns without a target. A header without a hint is suggested by its values. 'ignore' if nothing
 * suggests a field, or if the field has its column already and the column is no further part of it.
 */
export function suggestTargets(
  plan: ColumnPlan,
  byValues: (column: string) => ColumnTarget | undefined = () => undefined,
): ReadonlyMap<string, ColumnTarget> {
  const suggested = new Map<string, ColumnTarget>();
  for (const column of unmappedColumns(plan)) {
    const target = hintOf(column) ?? byValues(column) ?? 'ignore';
    const targets = { ...plan.targets, ...Object.fromEntries(suggested) };
    const isTaken = Object.values(targets).includes(target);
    const isRefused = isTaken && !isFurtherPart(column, target, { ...plan, targets });
    suggested.set(column, isRefused ? 'ignore' : target);
  }
  return suggested;
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
