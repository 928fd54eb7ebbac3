import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Whether the user has API credentials; never the secret. */
export const useApiCredentials = (id: number) =>
  useQuery({
    queryKey: ['/users', 'api-credentials', id],
    queryFn: ({ signal }) => client.call('GET /users/{id}/api-credentials', { params: { id }, signal }),
  });
