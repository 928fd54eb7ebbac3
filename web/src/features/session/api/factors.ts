import type { Client } from '@pii-vault/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { makePasskey } from '../../../session/passkey.ts';

/** The own second factors. */
export const useFactors = () =>
  useQuery({
    queryKey: ['/auth/factors'],
    queryFn: ({ signal }) => client.call('GET /auth/factors', { signal }),
  });

function useInvalidateFactors() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['/auth/factors'] });
}

export const useBeginTotp = (api: Client) =>
  useMutation({ mutationFn: () => api.call('POST /auth/factors/totp') });

export function useAddTotp(api: Client) {
  const onSuccess = useInvalidateFactors();
  return useMutation({
    mutationFn: (body: { code: string; name: string }) =>
      api.call('POST /auth/factors/totp/confirm', { body }),
    onSuccess,
  });
}

export function useAddPasskey(api: Client) {
  const onSuccess = useInvalidateFactors();
  return useMutation({
    mutationFn: async (name: string) => {
      const response = await makePasskey(await api.call('POST /auth/factors/passkey'));
      return api.call('POST /auth/factors/passkey/confirm', { body: { response, name } });
    },
    onSuccess,
  });
}

export function useRenameFactor(id: number) {
  const onSuccess = useInvalidateFactors();
  return useMutation({
    mutationFn: (name: string) => client.call('PUT /auth/factors/{id}', { params: { id }, body: { name } }),
    onSuccess,
  });
}

export function useRemoveFactor(id: number) {
  const onSuccess = useInvalidateFactors();
  return useMutation({
    mutationFn: () => client.call('DELETE /auth/factors/{id}', { params: { id } }),
    onSuccess,
  });
}

export function useRenewRecoveryCodes() {
  const onSuccess = useInvalidateFactors();
  return useMutation({
    mutationFn: () => client.call('POST /auth/factors/recovery-codes'),
    onSuccess,
  });
}
