import { useQuery } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** Key store and encryption of this deployment; the same cache entry as the sidebar's. */
export const useEnvironmentStatus = () =>
  useQuery({
    queryKey: ['/environment/status'],
    queryFn: ({ signal }) => client.call('GET /environment/status', { signal }),
  });
