import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** The four figures over all companies of the user. */
export const useMetrics = (mayRead: boolean) =>
  useQuery({
    queryKey: ['/dashboard/metrics'],
    queryFn: ({ signal }) => client.call('GET /dashboard/metrics', { signal }),
    enabled: mayRead,
  });
