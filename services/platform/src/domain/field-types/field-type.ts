/** The nine kinds of personal data a record may hold, in order of display; `other_id` is any other identifier. */
export const FIELD_TYPES = [
  'aadhaar',
  'pan',
  'email',
  'phone',
  'name',
  'address',
  'dob',
  'bank_account',
  'other_id',
] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

/** Stored with the fields: the company's own id of a person, and the person's nominee (DPDP Act, s.14). */
const BESIDE = ['external_id', 'nominee'] as const;

/** What is encrypted under a person's data key. */
export type StoredType = FieldType | (typeof BESIDE)[number];

/** Stored in rows and bound into the AAD of every value: a number is never given to another type. */
export const FIELD_CODES: Readonly<Record<StoredType, number>> = {
  aadhaar: 1,
  pan: 2,
  email: 3,
  phone: 4,
  name: 5,
  address: 6,
  dob: 7,
  bank_account: 8,
  other_id: 9,
  external_id: 10,
  nominee: 11,
};

const typesByCode: ReadonlyMap<number, StoredType> = new Map(
  [...FIELD_TYPES, ...BESIDE].map((type) => [FIELD_CODES[type], type]),
);

export const isFieldType = (value: string): value is FieldType =>
  (FIELD_TYPES as readonly string[]).includes(value);

/** @throws Error for a code no version of this software has written */
export function fieldTypeOfCode(code: number): StoredType {
  const type = typesByCode.get(code);
  if (type === undefined) throw new Error(`Unknown field type code ${code}`);
  return type;
}

/** The types of a mask (bit = code), by code. */
export const typesOfMask = (mask: number): StoredType[] =>
  [...typesByCode].filter(([code]) => (mask & (1 << code)) !== 0).map(([, type]) => type);
