import type { CallInput } from '@pii-vault/contract/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateUsers } from './invalidate-users.ts';

export type NewCompanyRole = CallInput<'POST /users/{id}/company-roles'>['body'];

export function useAssignCompanyRole(id: number) {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: (body: NewCompanyRole) =>
      client.call('POST /users/{id}/company-roles', { params: { id }, body }),
    onSuccess,
  });
}

export function useRemoveCompanyRole(id: number) {
  const onSuccess = useInvalidateUsers();
  return useMutation({
    mutationFn: (assignmentId: number) =>
      client.call('DELETE /users/{id}/company-roles/{assignmentId}', { params: { id, assignmentId } }),
    onSuccess,
  });
}
