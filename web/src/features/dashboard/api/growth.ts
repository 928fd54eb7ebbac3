import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** What was added and erased on each of the last seven UTC days, over all companies of the user. */
export const useGrowth = (mayRead: boolean) =>
  useQuery({
    queryKey: ['/analytics', { days: 7 }],
    queryFn: ({ signal }) => client.call('GET /analytics', { query: { days: 7 }, signal }),
    enabled: mayRead,
  });
