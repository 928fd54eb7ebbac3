import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useQuery } from '@tanstack/react-query';
import { allPagesQuery } from '../client/queries.ts';

/** Filter of the list of keys. */
export interface KeyFilter {
  companyId?: number | undefined;
  keyType?: EncryptionKey['keyType'] | undefined;
}

/** All key versions of the user's companies that match the filter, all pages. */
export const useEncryptionKeys = (mayRead: boolean, { companyId, keyType }: KeyFilter = {}) =>
  useQuery({
    ...allPagesQuery('GET /encryption-keys', { query: { companyId, keyType } }),
    enabled: mayRead,
  });
