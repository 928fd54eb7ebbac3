import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Approves or refuses; the client asks for the password where it is needed. */
export function useDecideApproval() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isApproved }: { id: number; isApproved: boolean }) =>
      isApproved
        ? client.call('POST /approvals/{id}/approve', { params: { id } })
        : client.call('POST /approvals/{id}/refuse', { params: { id } }),
    // Also after a refusal by the server: another person may have decided meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/approvals'] }),
  });
}
