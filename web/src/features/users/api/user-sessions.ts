import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

/** Sessions, tokens and the API credential of a user, newest first. */
export const useUserSessions = (id: number) =>
  useQuery({
    queryKey: ['/users', 'sessions', id],
    queryFn: ({ signal }) => client.call('GET /users/{id}/sessions', { params: { id }, signal }),
  });

export function useEndUserSession(id: number) {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: (sid: string) => client.call('DELETE /users/{id}/sessions/{sid}', { params: { id, sid } }),
    onSuccess,
  });
}
