import { aadhaar } from './aadhaar.ts';
import { address } from './address.ts';
import { bankAccount } from './bank-account.ts';
import { dob } from './dob.ts';
import { email } from './email.ts';
import { externalId } from './external-id.ts';
import { type FieldType, type FieldTypeName, fieldTypeNames, type ValueTypeName } from './field-type.ts';
import { name } from './name.ts';
import { otherId } from './other-id.ts';
import { pan } from './pan.ts';
import { phone } from './phone.ts';

/**
 * Stored beside every token. A change of any normaliseFor… result needs the next number and the dual write, back-fill
 * and switch of a new normaliser; the golden vectors fail otherwise.
 */
export const normaliserVersion = 1;

const registry: { readonly [Name in ValueTypeName]: FieldType<Name> } = {
  aadhaar,
  pan,
  email,
  phone,
  name,
  address,
  dob,
  bank_account: bankAccount,
  other_id: otherId,
  external_id: externalId,
};

export const isFieldTypeName = (text: string): text is FieldTypeName =>
  (fieldTypeNames as readonly string[]).includes(text);

/** The rules of one kind of value. */
export const fieldType = (type: ValueTypeName): FieldType => registry[type];

/** The masked form of a stored value, by the rule of its type (spec section 6). */
export const maskValue = (type: ValueTypeName, canonical: string): string => registry[type].mask(canonical);

const alwaysMaskedAlike: ReadonlySet<ValueTypeName> = new Set([
  'name',
  'address',
  'dob',
  'other_id',
  'external_id',
]);

/** The mask of a type that masks every value alike, so that nothing has to be decrypted for it; else null. */
export const constantMask = (type: ValueTypeName): string | null =>
  alwaysMaskedAlike.has(type) ? 'XXXX-MASKED' : null;

/** Field types with a single-field blind index. */
export const identifierTypes: readonly FieldTypeName[] = fieldTypeNames.filter(
  (type) => registry[type].isIdentifier,
);
