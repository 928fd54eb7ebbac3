import type { CallInput } from '@pii-vault/contract/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

export type NewUser = CallInput<'POST /users'>['body'];

/** The answer may hold a password, so it does not stay in the cache. */
export function useCreateUser() {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: (body: NewUser) => client.call('POST /users', { body }),
    onSuccess,
    gcTime: SENT_KEPT_MS,
  });
}
