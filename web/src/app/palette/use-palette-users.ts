import type { User } from '@pii-vault/contract/users/users-schema';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { useCanAnywhere } from '../../session/use-session.ts';

const MAX_PAGE = 200;

/** All users that the reader manages, every page of them: the API has no search, and a part of them would hide some. */
export function usePaletteUsers(isAsked: boolean) {
  const can = useCanAnywhere();
  return useQuery({
    queryKey: ['/users', 'palette'],
    queryFn: async ({ signal }) => {
      const users: User[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.page('GET /users', { query: { limit: MAX_PAGE, cursor }, signal });
        users.push(...page.rows);
        cursor = page.next;
      } while (cursor !== undefined);
      return users;
    },
    enabled: isAsked && can('users:manage'),
  });
}
