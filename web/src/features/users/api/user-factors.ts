import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

/** Second factors of a user. */
export const useUserFactors = (id: number) =>
  useQuery({
    queryKey: ['/users', 'factors', id],
    queryFn: ({ signal }) => client.call('GET /users/{id}/factors', { params: { id }, signal }),
  });

export function useResetFactors(id: number) {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: () => client.call('DELETE /users/{id}/factors', { params: { id } }),
    onSuccess,
  });
}
