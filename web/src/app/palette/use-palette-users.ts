import { useQuery } from '@tanstack/react-query';
import { allPages } from '../../client/all-pages.ts';
import { client } from '../../client/client.ts';
import { useCanAnywhere } from '../../session/use-session.ts';

const MAX_PAGE = 200;

/** All pages of the users that the caller manages: the API has no search, and a part would hide some. */
export function usePaletteUsers(isAsked: boolean) {
  const can = useCanAnywhere();
  return useQuery({
    queryKey: ['/users', 'palette'],
    queryFn: ({ signal }) =>
      allPages((cursor) => client.page('GET /users', { query: { limit: MAX_PAGE, cursor }, signal })),
    enabled: isAsked && can('users:manage'),
  });
}
