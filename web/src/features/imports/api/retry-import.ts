import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Tries a paused import at once. */
export function useRetryImport(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /imports/{id}/retry', { params: { id } }),
    // Not waited for: the import of then no longer offers this, and who offered it could not say that it is done.
    onSuccess: () => {
      for (const path of ['/imports', '/imports/{id}'])
        void queryClient.invalidateQueries({ queryKey: [path] });
    },
  });
}
