import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '../../../client/queries.ts';

/** The newest 200 imports over all companies of the user; there is no call for the held ones alone. */
export const useRecentImports = (mayRead: boolean) =>
  useQuery({
    ...pageQuery('GET /imports', { query: { limit: 200 } }),
    select: (page) => page.rows,
    enabled: mayRead,
  });
