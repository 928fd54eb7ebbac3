import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

const ENTRIES = 6;

/** The newest entries of the trail that the user may read. */
export const useRecentAudit = (mayRead: boolean) =>
  useQuery({
    queryKey: ['/audit-trail', { limit: ENTRIES }],
    queryFn: ({ signal }) => client.page('GET /audit-trail', { query: { limit: ENTRIES }, signal }),
    select: (page) => page.rows,
    enabled: mayRead,
  });
