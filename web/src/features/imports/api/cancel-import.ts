import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Stops an import; the people written so far stay. */
export function useCancelImport(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('DELETE /imports/{id}', { params: { id } }),
    onSuccess: () =>
      Promise.all(
        ['/imports', '/imports/{id}'].map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
      ),
  });
}
