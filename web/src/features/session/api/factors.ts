import type { Client } from '@pii-vault/contract/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { callQuery } from '../../../client/queries.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useChange } from '../../../client/use-change.ts';
import { makePasskey } from '../../../session/passkey.ts';

/** The own second factors. */
export const useFactors = () => useQuery(callQuery('GET /auth/factors'));

export const useBeginTotp = (api: Client) =>
  useMutation({ mutationFn: () => api.call('POST /auth/factors/totp') });

/** The answers of the next two, and of new recovery codes, hold codes that are returned this once. */
export const useAddTotp = (api: Client) =>
  useChange(
    (body: { code: string; name: string }) => api.call('POST /auth/factors/totp/confirm', { body }),
    ['/auth/factors'],
    { gcTime: SENT_KEPT_MS },
  );

export const useAddPasskey = (api: Client) =>
  useChange(
    async (name: string) => {
      const response = await makePasskey(await api.call('POST /auth/factors/passkey'));
      return api.call('POST /auth/factors/passkey/confirm', { body: { response, name } });
    },
    ['/auth/factors'],
    { gcTime: SENT_KEPT_MS },
  );

export const useRenameFactor = (id: number) =>
  useChange(
    (name: string) => client.call('PUT /auth/factors/{id}', { params: { id }, body: { name } }),
    ['/auth/factors'],
  );

export const useRemoveFactor = (id: number) =>
  useChange(() => client.call('DELETE /auth/factors/{id}', { params: { id } }), ['/auth/factors']);

export const useRenewRecoveryCodes = () =>
  useChange(() => client.call('POST /auth/factors/recovery-codes'), ['/auth/factors'], {
    gcTime: SENT_KEPT_MS,
  });
