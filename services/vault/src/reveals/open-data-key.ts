import type { DataKey, WrappedDataKey } from '../envelope/data-key.ts';
import { IntegrityError } from '../envelope/integrity-error.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import type { StoredPerson } from './stored-person.ts';

/** The data key that opens the person's fields. @throws IntegrityError when there is none, or it is not the person's */
export async function openPersonKey(keys: CompanyKeys, person: StoredPerson): Promise<DataKey> {
  if (person.dataKey === undefined) throw new IntegrityError();
  return await keyOfRow(keys, person.companyId, {
    individualId: person.individualId,
    dataKey: person.dataKey,
  });
}

/** The data key stored beside a field. @throws IntegrityError */
export async function keyOfRow(
  keys: CompanyKeys,
  companyId: number,
  row: { readonly individualId: number; readonly dataKey: WrappedDataKey & { readonly version: number } },
): Promise<DataKey> {
  const { individualId, dataKey } = row;
  return await keys.dataKey({ companyId, individualId, version: dataKey.version }, dataKey);
}
