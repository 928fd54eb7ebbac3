import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Tries a paused import at once. */
export function useRetryImport(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /imports/{id}/retry', { params: { id } }),
    onSuccess: () =>
      Promise.all(
        ['/imports', '/imports/{id}'].map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
      ),
  });
}
