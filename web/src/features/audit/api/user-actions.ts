import type { CallInput, DownloadedFile } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { keptPageQuery } from '../../../client/queries.ts';

export type UserActionsQuery = NonNullable<CallInput<'GET /audit-user-actions'>['query']>;

/** One page of what users did, newest first; the former page stays while another comes. */
export const useUserActions = (query: UserActionsQuery) =>
  useQuery(keptPageQuery('GET /audit-user-actions', { query }));

/** Every one of them as CSV. @throws Problem */
export function exportUserActions(query: UserActionsQuery, signal: AbortSignal): Promise<DownloadedFile> {
  const { companyId, userId, action } = query;
  return client.download('GET /audit-user-actions/export', {
    query: { companyId, userId, action, format: 'csv' },
    signal,
  });
}
