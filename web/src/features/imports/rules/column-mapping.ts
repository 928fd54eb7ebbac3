import { type ColumnTarget, columnTargets, joinedTargets, type Mapping } from './column-targets.ts';
import { isGivenName, isOwnExport, meaningOf, namePart, ownExportTarget } from './known-headers.ts';

/**
 * What the headers say, as a first choice that the user sees and may change; what is shown is what is sent. A header
 * that is not known, or says what another one says already, is left for the user to decide.
 */
export function detectMapping(columns: readonly string[]): Mapping {
  const mapping: Record<string, ColumnTarget> = {};
  const slots = new Set<string>();
  const isOwn = isOwnExport(columns);
  const isWhole = (column: string) => meaningOf(column)?.slot === 'name';
  for (const column of [...columns.filter(isWhole), ...columns.filter((one) => !isWhole(one))]) {
    const own = isOwn ? ownExportTarget(column) : undefined;
    const meaning = own === undefined ? meaningOf(column) : { target: own, slot: `own ${column}` };
    if (meaning === undefined || slots.has(meaning.slot)) continue;
    if (meaning.target === 'name' && slots.has('name')) continue;
    if (!joinedTargets.has(meaning.target) && Object.values(mapping).includes(meaning.target)) continue;
    mapping[column] = meaning.target;
    slots.add(meaning.slot);
  }
  return mapping;
}

/** Words of a header that speak for a target; the vault also looks at the values. */
const hints: ReadonlyArray<readonly [RegExp, ColumnTarget]> = [
  [
    /locality|area\b|landmark|village|taluk|tehsil|road|colony|zip|pin\b|postal|country|गांव|गाँव|जिला|ज़िला|शहर/i,
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

/**
 * Suggestions for the columns without a target; a field that has its column already is suggested for its parts alone.
 */
export function suggestTargets(columns: readonly string[], mapping: Mapping): Mapping {
  const suggested: Record<string, ColumnTarget> = {};
  for (const column of openColumns(columns, mapping)) {
    const target = hints.find(([pattern]) => pattern.test(column))?.[1] ?? 'ignore';
    const taken = { ...mapping, ...suggested };
    const isTaken = Object.values(taken).includes(target) && !isFurtherPart(column, target, columns, taken);
    suggested[column] = isTaken ? 'ignore' : target;
  }
  return suggested;
}

/**
 * As in services/vault/src/imports/column-suggestions.ts: a surname is joined with a name that is not the whole one.
 */
function isFurtherPart(
  column: string,
  target: ColumnTarget,
  columns: readonly string[],
  taken: Mapping,
): boolean {
  if (target !== 'name') return target === 'address';
  const slot = namePart(column);
  const isRepeated = columns.some((other) => taken[other] === 'name' && namePart(other) === slot);
  return slot !== undefined && !isRepeated && !columns.some(isGivenName);
}

/** Columns without a target. */
export const openColumns = (columns: readonly string[], mapping: Mapping): readonly string[] =>
  columns.filter((column) => !Object.hasOwn(mapping, column));

/** The mapping with every open column under what is suggested for it, or left out. */
export const completed = (
  columns: readonly string[],
  mapping: Mapping,
  targetOf: (column: string) => ColumnTarget,
): Mapping => ({
  ...mapping,
  ...Object.fromEntries(openColumns(columns, mapping).map((column) => [column, targetOf(column)])),
});

export type MappingProblem =
  | { key: 'noField' }
  | { key: 'twice'; target: ColumnTarget }
  | { key: 'open'; columns: readonly string[] };

/** Why the server would refuse the mapping, or would have to ask; undefined when neither. */
export function mappingProblem(columns: readonly string[], mapping: Mapping): MappingProblem | undefined {
  const targets = Object.values(mapping);
  const twice = columnTargets.find(
    (target) => !joinedTargets.has(target) && targets.filter((one) => one === target).length > 1,
  );
  if (twice) return { key: 'twice', target: twice };
  const open = openColumns(columns, mapping);
  if (open.length > 0) return { key: 'open', columns: open };
  const isField = (target: ColumnTarget) => !['ignore', 'externalId', 'individualId'].includes(target);
  return targets.some(isField) ? undefined : { key: 'noField' };
}

/** Columns in the order in which the vault joins them: known parts by rank, others as they come. */
export function columnsOf(
  columns: readonly string[],
  mapping: Mapping,
  target: ColumnTarget,
): readonly string[] {
  const rank = (column: string) => meaningOf(column)?.rank ?? Number.MAX_SAFE_INTEGER;
  return columns.filter((column) => mapping[column] === target).sort((a, b) => rank(a) - rank(b));
}
