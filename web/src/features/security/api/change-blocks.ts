import type { CallInput } from '@pii-vault/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

type Block = NonNullable<CallInput<'POST /security/blocked-ips'>['body']>;

/** Fails with 409 LOCKS_OUT for the caller's own address unless `confirm` is set. */
export function useBlockAddress() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Block) => client.call('POST /security/blocked-ips', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/security/threats'] }),
  });
}

/** The client asks for the password where it was not given within five minutes. */
export function useUnblockAddress() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ipAddress: string) => client.call('DELETE /security/blocked-ips', { body: { ipAddress } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/security/threats'] }),
  });
}
