import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

/** The password is not kept in the cache. */
export function useSetUserPassword(id: number) {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: (password: string) =>
      client.call('POST /users/{id}/admin-password', { params: { id }, body: { password } }),
    onSuccess,
    gcTime: SENT_KEPT_MS,
  });
}
