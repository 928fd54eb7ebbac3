import type { CallInput } from '@pii-vault/contract/client';
import type { User } from '@pii-vault/contract/users/users-schema';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

export type UserChange = CallInput<'PUT /users/{id}'>['body'];

/** Only the keys sent change, of the user as it was read, who is fetched again, also after a refusal. */
export function useUpdateUser({ id, version }: Pick<User, 'id' | 'version'>) {
  const onSettled = useInvalidateUsers();
  return useMutation({
    mutationFn: (body: UserChange) =>
      client.call('PUT /users/{id}', { params: { id }, body, ifMatch: version }),
    onSettled,
  });
}
