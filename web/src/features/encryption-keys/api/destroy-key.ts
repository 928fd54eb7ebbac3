import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Destroys an expired version. @throws Problem 409 when something is still encrypted under it */
export function useDestroyKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => client.call('DELETE /encryption-keys/{id}', { params: { id } }),
    // A refusal says that the list is old, too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/encryption-keys'] }),
  });
}
