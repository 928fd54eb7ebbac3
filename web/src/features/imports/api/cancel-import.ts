import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Stops an import; the people written so far stay. */
export function useCancelImport(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('DELETE /imports/{id}', { params: { id } }),
    // Not awaited: the refreshed import unmounts its button, and callbacks of an unmounted component do not run.
    onSuccess: () => {
      for (const path of ['/imports', '/imports/{id}'])
        void queryClient.invalidateQueries({ queryKey: [path] });
    },
  });
}
