import type { DataKey, WrappedDataKey } from '../envelope/data-key.ts';
import { IntegrityError } from '../envelope/integrity-error.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import type { StoredPerson } from './stored-person.ts';

/** The data key that opens the person's fields. @throws IntegrityError when there is none, or it is not the person's */
export function openPersonKey(keys: CompanyKeys, person: StoredPerson): DataKey | Promise<DataKey> {
  if (person.dataKey === undefined) throw new IntegrityError();
  return keyOfRow(keys, person.companyId, {
    individualId: person.individualId,
    dataKey: person.dataKey,
  });
}

/** The data key stored with a field. @throws IntegrityError */
export function keyOfRow(
  keys: CompanyKeys,
  companyId: number,
  row: { readonly individualId: number; readonly dataKey: WrappedDataKey & { readonly version: number } },
): DataKey | Promise<DataKey> {
  const { individualId, dataKey } = row;
  return keys.dataKey({ companyId, individualId, version: dataKey.version }, dataKey);
}
