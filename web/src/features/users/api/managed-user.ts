import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** One user by id. */
export const useManagedUser = (id: number) =>
  useQuery({
    queryKey: ['/users', 'one', id],
    queryFn: ({ signal }) => client.call('GET /users/{id}', { params: { id }, signal }),
  });
