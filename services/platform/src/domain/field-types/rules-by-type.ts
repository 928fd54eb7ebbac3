import { aadhaar } from './aadhaar.ts';
import { address } from './address.ts';
import { bankAccount } from './bank-account.ts';
import { dob } from './dob.ts';
import { email } from './email.ts';
import { externalId } from './external-id.ts';
import type { StoredType } from './field-type.ts';
import { name } from './name.ts';
import { nominee } from './nominee.ts';
import { otherId } from './other-id.ts';
import { pan } from './pan.ts';
import { phone } from './phone.ts';
import type { TypeRules } from './type-rules.ts';

/** The registry: one file of rules for each kind of value. */
export const rulesByType: { readonly [Type in StoredType]: TypeRules<Type> } = {
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
  nominee,
};
