import type { CallInput } from '@pii-vault/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

type ImportAnswer = CallInput<'PUT /imports/{id}/mapping'>['body'];

/** Says what a held import waits for; it goes on. */
export function useMapImport(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ImportAnswer) => client.call('PUT /imports/{id}/mapping', { params: { id }, body }),
    // Not awaited: the refreshed import unmounts its button, and callbacks of an unmounted component do not run.
    onSuccess: () => {
      for (const path of ['/imports', '/imports/{id}'])
        void queryClient.invalidateQueries({ queryKey: [path] });
    },
  });
}
