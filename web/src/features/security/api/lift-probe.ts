import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Lets the records of a stopped credential be linked again. The client asks for the password where it is not fresh. */
export function useLiftProbe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => client.call('POST /security/probes/{id}/lift', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/security/threats'] }),
  });
}
