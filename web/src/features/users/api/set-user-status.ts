import type { User } from '@pii-vault/contract/users/users-schema';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

export function useSetUserStatus(id: number) {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: (status: User['status']) =>
      client.call('POST /users/{id}/status', { params: { id }, body: { status } }),
    onSuccess,
  });
}
