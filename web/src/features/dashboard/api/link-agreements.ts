import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** The same list and cache entry as in Company Management. */
export const useLinkAgreements = (isManager: boolean) =>
  useQuery({
    queryKey: ['/link-agreements', { limit: 200 }],
    queryFn: ({ signal }) => client.call('GET /link-agreements', { query: { limit: 200 }, signal }),
    enabled: isManager,
  });
