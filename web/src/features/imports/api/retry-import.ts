import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Tries a paused import at once. */
export function useRetryImport(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /imports/{id}/retry', { params: { id } }),
    // Not awaited: the refreshed import unmounts its button, and callbacks of an unmounted component do not run.
    onSuccess: () => {
      for (const path of ['/imports', '/imports/{id}'])
        void queryClient.invalidateQueries({ queryKey: [path] });
    },
  });
}
