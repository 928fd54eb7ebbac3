import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';

/** How the values of one company are encrypted now. */
export interface CompanyEncryption {
  company: Company;
  /** Versions in use; undefined until the company's first record makes them. */
  field: EncryptionKey | undefined;
  master: EncryptionKey | undefined;
  /** Moment at which the first of the keys in use is replaced. */
  nextRotation: string | undefined;
}

/** One entry a company, in the order of the companies. */
export function encryptionByCompany(
  companies: readonly Company[],
  keys: readonly EncryptionKey[],
): readonly CompanyEncryption[] {
  return companies.map((company) => {
    const inUse = keys.filter((key) => key.companyId === company.id && key.status !== 'expired');
    const ofType = (type: EncryptionKey['keyType']) => inUse.find(({ keyType }) => keyType === type);
    return {
      company,
      field: ofType('field'),
      master: ofType('master'),
      nextRotation: inUse.map(({ expiresAt }) => expiresAt).sort()[0],
    };
  });
}

/** The key store that a reference names: `local:…` is `local`. */
export const storeKindOf = (reference: string): string => reference.slice(0, reference.indexOf(':'));
