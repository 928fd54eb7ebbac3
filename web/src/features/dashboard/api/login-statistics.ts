import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Sign-in attempts of the last 24 hours. */
export const useLoginStatistics = (mayRead: boolean) =>
  useQuery({
    queryKey: ['/security/login-statistics', { hours: 24 }],
    queryFn: ({ signal }) => client.call('GET /security/login-statistics', { query: { hours: 24 }, signal }),
    enabled: mayRead,
  });
