import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** The roles of this vault, most powerful first. */
export const useRoleOptions = () =>
  useQuery({
    queryKey: ['/users/roles'],
    queryFn: ({ signal }) => client.call('GET /users/roles', { signal }),
  });
