import { useQuery } from '@tanstack/react-query';
import { allPages } from '../client/all-pages.ts';
import { client } from '../client/client.ts';

/** Agreements of the companies that the user manages, all pages; no call for a user who manages none. */
export const useLinkAgreements = (isManager: boolean) =>
  useQuery({
    queryKey: ['/link-agreements'],
    queryFn: ({ signal }) =>
      allPages((cursor) => client.page('GET /link-agreements', { query: { limit: 200, cursor }, signal })),
    enabled: isManager,
  });
