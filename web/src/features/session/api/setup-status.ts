import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export const useSetupStatus = () =>
  useQuery({
    queryKey: ['/auth/setup-status'],
    queryFn: ({ signal }) => client.call('GET /auth/setup-status', { signal }),
  });
