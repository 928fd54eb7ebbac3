import type { User } from '@pii-vault/contract/users/users-schema';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

/** Of the user as it was read, who is fetched again, also after a refusal. */
export function useSetUserStatus({ id, version }: Pick<User, 'id' | 'version'>) {
  const onSettled = useInvalidateUsers();
  return useMutation({
    mutationFn: (status: User['status']) =>
      client.call('POST /users/{id}/status', { params: { id }, body: { status }, ifMatch: version }),
    onSettled,
  });
}
