import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Stops an import; the people written so far stay. */
export function useCancelImport(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('DELETE /imports/{id}', { params: { id } }),
    // Not waited for: the import of then no longer offers this, and who offered it could not say that it is done.
    onSuccess: () => {
      for (const path of ['/imports', '/imports/{id}'])
        void queryClient.invalidateQueries({ queryKey: [path] });
    },
  });
}
