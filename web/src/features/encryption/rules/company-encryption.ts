import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';

/** How the values of one company are encrypted now. */
export interface CompanyEncryption {
  company: Company;
  /** Versions in use; undefined until the company's first record makes them. */
  field: EncryptionKey | undefined;
  master: EncryptionKey | undefined;
  /** People whose data key is under any version of the field key; null while the vault does not say. */
  people: number | null;
  /** Moment at which the first of the keys in use is replaced. */
  nextRotation: string | undefined;
}

/** One entry a company, in the order of the companies. */
export function encryptionByCompany(
  companies: readonly Company[],
  keys: readonly EncryptionKey[],
): readonly CompanyEncryption[] {
  return companies.map((company) => {
    const own = keys.filter(({ companyId }) => companyId === company.id);
    const inUse = own.filter(({ status }) => status !== 'expired');
    const ofType = (type: EncryptionKey['keyType']) => inUse.find(({ keyType }) => keyType === type);
    return {
      company,
      field: ofType('field'),
      master: ofType('master'),
      people: peopleUnder(own.filter(({ keyType }) => keyType === 'field')),
      nextRotation: inUse.map(({ expiresAt }) => expiresAt).sort()[0],
    };
  });
}

function peopleUnder(fieldKeys: readonly EncryptionKey[]): number | null {
  let people = 0;
  for (const { rowsOnVersion } of fieldKeys) {
    if (rowsOnVersion === null) return null;
    people += rowsOnVersion;
  }
  return people;
}
