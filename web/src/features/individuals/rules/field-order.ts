import type { FieldType } from '@pii-vault/contract/scalars';

/** Display order of field types: name, identity documents, contact, the rest. */
export const fieldOrder: readonly FieldType[] = [
  'name',
  'aadhaar',
  'pan',
  'phone',
  'email',
  'dob',
  'address',
  'bank_account',
  'other_id',
];

/** The side panel shows at most four field types; the opened profile shows all. */
const SUMMARY_TYPES = 4;

export function inFieldOrder<Field extends { fieldType: FieldType }>(
  fields: readonly Field[],
): readonly Field[] {
  return [...fields].sort((a, b) => fieldOrder.indexOf(a.fieldType) - fieldOrder.indexOf(b.fieldType));
}

/** The first field types of the person over all companies, as many as the summary shows. */
export function summaryTypes(fields: ReadonlyArray<{ fieldType: FieldType }>): ReadonlySet<FieldType> {
  const held = new Set(fields.map((field) => field.fieldType));
  return new Set(fieldOrder.filter((type) => held.has(type)).slice(0, SUMMARY_TYPES));
}
