import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useQuery } from '@tanstack/react-query';
import { allPages } from '../client/all-pages.ts';
import { client } from '../client/client.ts';

const PAGE = 200;

/** What the list of keys may be narrowed to. */
export interface KeyFilter {
  companyId?: number | undefined;
  keyType?: EncryptionKey['keyType'] | undefined;
}

/** Every version of every key of the user's companies that the filter leaves, all pages. */
export const useEncryptionKeys = (mayRead: boolean, { companyId, keyType }: KeyFilter = {}) =>
  useQuery({
    queryKey: ['/encryption-keys', { companyId, keyType }],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        client.page('GET /encryption-keys', { query: { companyId, keyType, limit: PAGE, cursor }, signal }),
      ),
    enabled: mayRead,
  });
