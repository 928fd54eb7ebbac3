import type { CallInput, DownloadedFile } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { keptPageQuery, pageQuery } from '../../client/queries.ts';

export type TrailQuery = NonNullable<CallInput<'GET /audit-trail'>['query']>;

/** One page of the trail, newest first. */
export const useAuditTrail = (query: TrailQuery) => useQuery(pageQuery('GET /audit-trail', { query }));

/** All entries of the filtered trail, as CSV. @throws Problem */
export function exportTrail({ limit, ...filters }: TrailQuery, signal: AbortSignal): Promise<DownloadedFile> {
  return client.download('GET /audit-trail/export', { query: { ...filters, format: 'csv' }, signal });
}

export type UserActionsQuery = NonNullable<CallInput<'GET /audit-user-actions'>['query']>;

/** One page of user actions, newest first. The previous page stays visible while the next one loads. */
export const useUserActions = (query: UserActionsQuery) =>
  useQuery(keptPageQuery('GET /audit-user-actions', { query }));

/** All user actions that match the filters, as CSV. @throws Problem */
export function exportUserActions(query: UserActionsQuery, signal: AbortSignal): Promise<DownloadedFile> {
  const { companyId, userId, action } = query;
  return client.download('GET /audit-user-actions/export', {
    query: { companyId, userId, action, format: 'csv' },
    signal,
  });
}
