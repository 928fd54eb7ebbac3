import type { CallInput, DownloadedFile } from '@pii-vault/contract/client';
import type { Decision } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery, pageQuery } from '../../client/queries.ts';

/** Figures about all relationships of a company, not only those of a page. */
export const useLineageSummary = (companyId: number) =>
  useQuery(callQuery('GET /data-lineage/summary', { query: { companyId } }));

export type EntriesQuery = NonNullable<CallInput<'GET /data-lineage/entries'>['query']>;

/** One page of relationships, newest first. The previous page of the same company stays while the next one loads. */
export const useLineageEntries = (query: EntriesQuery, isWanted = true) =>
  useQuery({
    ...pageQuery('GET /data-lineage/entries', { query }),
    placeholderData: (previous) =>
      previous?.rows.every((entry) => entry.sourceCompanyId === query.companyId) ? previous : undefined,
    enabled: isWanted,
  });

/** Every relationship of the filtered list as CSV. @throws Problem */
export function exportEntries(query: EntriesQuery, signal: AbortSignal): Promise<DownloadedFile> {
  return client.download('GET /data-lineage/entries/export', { query: { ...query, format: 'csv' }, signal });
}

/** The strongest relationships of a company and the people they join, at most `nodes` people. */
export const useLineageGraph = (query: { companyId: number; nodes: number }, isWanted: boolean) =>
  useQuery({ ...callQuery('GET /data-lineage', { query }), enabled: isWanted });

/** Relationships of a company by pair of companies and by confidence, and those that wait longest for a decision. */
export const useLineageAnalysis = (companyId: number) =>
  useQuery(callQuery('GET /data-lineage/analysis', { query: { companyId } }));

/** Why two records were joined. Each call adds an audit entry, so it is cached. @param purpose '' for none */
export const useExplanation = (id: number, purpose: string) =>
  useQuery({
    queryKey: ['/data-lineage/entries/{id}/explain', { id, purpose }],
    queryFn: ({ signal }) =>
      client.call('GET /data-lineage/entries/{id}/explain', {
        params: { id },
        query: purpose === '' ? {} : { purpose },
        signal,
      }),
  });

/** Paths that a decision makes stale: relationships, their count, and the companies that hold a person. */
const DECISION_PATHS = [
  '/data-lineage',
  '/data-lineage/analysis',
  '/data-lineage/entries',
  '/data-lineage/entries/{id}/explain',
  '/data-lineage/summary',
  '/waiting',
  '/dashboard/metrics',
  '/duplicates',
  '/individuals',
];

/**
 * Decides permanently whether two records are one person. Refused if the entry changed since `version`. The entry is
 * refetched in both cases.
 */
export function useDecideEntry({ id, version }: { id: number; version: number }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { verificationStatus: Decision; note: string }) =>
      client.call('POST /data-lineage/entries/{id}/decision', { params: { id }, body, ifMatch: version }),
    onSettled: async () => {
      await Promise.all(DECISION_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
    },
  });
}
