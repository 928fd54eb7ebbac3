import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export const useMetrics = (companyId: number | undefined, mayRead: boolean) =>
  useQuery({
    queryKey: ['/dashboard/metrics', { companyId }],
    queryFn: ({ signal }) => client.call('GET /dashboard/metrics', { query: { companyId }, signal }),
    enabled: mayRead,
  });
