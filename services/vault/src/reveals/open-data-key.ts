import { type DataKey, openDataKey } from '../envelope/data-key.ts';
import { IntegrityError } from '../envelope/integrity-error.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import type { StoredPerson } from './stored-person.ts';

/** The data key that opens the person's fields. @throws IntegrityError when there is none, or it is not the person's */
export async function openPersonKey(keys: CompanyKeys, person: StoredPerson): Promise<DataKey> {
  const { companyId, individualId, dataKey } = person;
  if (dataKey === undefined) throw new IntegrityError();
  const fieldKey = await keys.fieldKeyVersion(companyId, dataKey.fieldKeyVersion);
  return openDataKey({ companyId, individualId, version: dataKey.version }, fieldKey, dataKey);
}
