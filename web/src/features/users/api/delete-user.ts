import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Refetches the list only: the deleted user answers 404. */
export function useDeleteUser(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('DELETE /users/{id}', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/users', 'list'] }),
  });
}
