import { useQuery } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** The key store's health as it reports itself. */
export const useHsmStatus = (mayRead: boolean) =>
  useQuery({
    queryKey: ['/hsm/status'],
    queryFn: ({ signal }) => client.call('GET /hsm/status', { signal }),
    enabled: mayRead,
  });
