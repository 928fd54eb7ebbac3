import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

/** The answer may hold a password, so it does not stay in the cache. */
export function useResendEmail(id: number) {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: (includeNewPassword: boolean) =>
      client.call('POST /users/{id}/resend-email', { params: { id }, body: { includeNewPassword } }),
    onSuccess,
    gcTime: SENT_KEPT_MS,
  });
}
