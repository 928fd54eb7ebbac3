import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { type FieldKey, newDataKey, type WrappedDataKey } from '../envelope/data-key.ts';
import type { RandomPool } from '../envelope/random-pool.ts';
import type { OpenedKey } from '../keys/opened-keys.ts';
import { type SealedValue, sealValue } from './seal-person.ts';

/** The keys under which new people of one company are sealed. */
export interface SealingKeys {
  readonly companyId: number;
  readonly fieldKey: FieldKey;
  readonly indexKey: OpenedKey;
}

/** A person that is new to the company, with everything to be stored. */
export interface NewPerson {
  readonly individualId: number;
  readonly values: readonly (readonly [StoredType, string])[];
}

/** The person's data key, which is new, and its values in their order. */
export interface SealedPerson {
  readonly newKey: WrappedDataKey;
  readonly values: readonly SealedValue[];
}

export function sealNewPerson(keys: SealingKeys, random: RandomPool, person: NewPerson): SealedPerson {
  const { companyId, fieldKey, indexKey } = keys;
  const key = newDataKey({ companyId, individualId: person.individualId, version: 1 }, random);
  const values = person.values.map(([type, value]) =>
    sealValue(key, indexKey.key, random, { fieldType: type, version: 1 }, value),
  );
  return { newKey: key.wrapUnder(fieldKey, random), values };
}
