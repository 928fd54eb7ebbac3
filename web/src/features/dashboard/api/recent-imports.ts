import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** The newest 200 imports over all companies of the user; there is no call for the held ones alone. */
export const useRecentImports = (mayRead: boolean) =>
  useQuery({
    queryKey: ['/imports', { limit: 200 }],
    queryFn: ({ signal }) => client.page('GET /imports', { query: { limit: 200 }, signal }),
    select: (page) => page.rows,
    enabled: mayRead,
  });
