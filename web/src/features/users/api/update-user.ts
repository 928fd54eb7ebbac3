import type { CallInput } from '@pii-vault/contract/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

export type UserChange = CallInput<'PUT /users/{id}'>['body'];

/** Only the keys sent change. */
export function useUpdateUser(id: number) {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: (body: UserChange) => client.call('PUT /users/{id}', { params: { id }, body }),
    onSuccess,
  });
}
