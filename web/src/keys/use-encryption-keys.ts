import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useQuery } from '@tanstack/react-query';
import { allPages } from '../client/all-pages.ts';
import { client } from '../client/client.ts';

const PAGE = 200;

/** Filter of the list of keys. */
export interface KeyFilter {
  companyId?: number | undefined;
  keyType?: EncryptionKey['keyType'] | undefined;
}

/** All key versions of the user's companies that match the filter, all pages. */
export const useEncryptionKeys = (mayRead: boolean, { companyId, keyType }: KeyFilter = {}) =>
  useQuery({
    queryKey: ['/encryption-keys', { companyId, keyType }],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        client.page('GET /encryption-keys', { query: { companyId, keyType, limit: PAGE, cursor }, signal }),
      ),
    enabled: mayRead,
  });
