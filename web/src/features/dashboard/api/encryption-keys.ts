import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

const PAGE = 200;

/** Every version of every key of the user's companies, all pages. */
export const useEncryptionKeys = (mayRead: boolean) =>
  useQuery({
    queryKey: ['/encryption-keys', 'all'],
    queryFn: async ({ signal }) => {
      const keys: EncryptionKey[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.page('GET /encryption-keys', { query: { limit: PAGE, cursor }, signal });
        keys.push(...page.rows);
        cursor = page.next;
      } while (cursor !== undefined);
      return keys;
    },
    enabled: mayRead,
  });
