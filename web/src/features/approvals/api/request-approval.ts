import type { RequestApproval } from '@pii-vault/contract/approvals/approvals-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export function useRequestApproval() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestApproval) => client.call('POST /approvals', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/approvals'] }),
  });
}
