import { useQuery } from '@tanstack/react-query';
import { allPages } from '../../client/all-pages.ts';
import { client } from '../../client/client.ts';
import { useCanAnywhere } from '../../session/use-session.ts';

const MAX_PAGE = 200;

/** All users that the reader manages, every page of them: the API has no search, and a part of them would hide some. */
export function usePaletteUsers(isAsked: boolean) {
  const can = useCanAnywhere();
  return useQuery({
    queryKey: ['/users', 'palette'],
    queryFn: ({ signal }) =>
      allPages((cursor) => client.page('GET /users', { query: { limit: MAX_PAGE, cursor }, signal })),
    enabled: isAsked && can('users:manage'),
  });
}
