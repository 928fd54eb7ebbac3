import type { CallInput, DownloadedFile } from '@pii-vault/contract/client';
import type { Decision } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { client, clientUntil } from '../../client/client.ts';
import { allPagesQuery, callQuery, pageQuery } from '../../client/queries.ts';

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

const EXPLAIN = '/data-lineage/entries/{id}/explain';

/** Why two records were joined. Each call adds an audit entry, so it is cached. @param purpose '' for none */
export const useExplanation = (id: number, purpose: string) => useQuery(explanationQuery(id, purpose));

/** A read that has begun is audited, so it is never aborted: the next look at the pair uses its answer. */
export const explanationQuery = (id: number, purpose: string) => ({
  queryKey: [EXPLAIN, { id, purpose }],
  queryFn: () =>
    client.call('GET /data-lineage/entries/{id}/explain', {
      params: { id },
      query: purpose === '' ? {} : { purpose },
    }),
});

/** The pair may have changed: its evidence is read again when it is shown next. */
export const forgetExplanation = (queryClient: QueryClient, id: number): void =>
  queryClient.removeQueries({
    queryKey: [EXPLAIN],
    predicate: ({ queryKey: [, query] }) => (query as { id?: number }).id === id,
  });

/** Paths that a decision makes stale: relationships, their count, and the companies that hold a person. */
const DECISION_PATHS = [
  '/data-lineage',
  '/data-lineage/analysis',
  '/data-lineage/entries',
  EXPLAIN,
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

/** Path under which the undecided links of a queue are cached: a decision does not fetch them again. */
const QUEUE = '/data-lineage/queue';
const QUEUE_PAGE = 50;

/** Links of a company without its decision, newest first, page by page. */
export const useUndecided = (companyId: number) =>
  useInfiniteQuery({
    queryKey: [QUEUE, companyId],
    queryFn: ({ pageParam, signal }) =>
      clientUntil(signal).page('GET /data-lineage/entries', {
        query: { companyId, status: 'pending', undecided: 'true', limit: QUEUE_PAGE, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** Every link that may be verified together with others. Fetched when its dialog opens. */
export const useAgreeing = (companyId: number) =>
  useQuery({
    ...allPagesQuery('GET /data-lineage/entries', {
      query: { companyId, status: 'pending', undecided: 'true', agreeing: 'true' },
    }),
    gcTime: 0,
    staleTime: 0,
  });

/** Verifies links of a company that are sure enough, at most MAX_VERIFICATIONS. @returns ids of the verified ones */
export const verifyTogether = async (companyId: number, ids: readonly number[]): Promise<readonly number[]> =>
  (await client.call('POST /data-lineage/verifications', { body: { companyId, ids: [...ids] } })).verifiedIds;

/** A person of a link, with masked values. Each read is audited. */
export const personQuery = (companyId: number, id: number) =>
  callQuery('GET /individuals/{id}', { params: { id }, query: { companyId } });

/** One decision of a queue, or its withdrawal. */
export const sendDecision = (id: number, version: number, verificationStatus: Decision) =>
  client.call('POST /data-lineage/entries/{id}/decision', {
    params: { id },
    body: { verificationStatus, note: '' },
    ifMatch: version,
  });
export const withdrawDecision = (id: number) =>
  client.call('DELETE /data-lineage/entries/{id}/decision', { params: { id } });

/**
 * Marks what decisions have changed as stale; it is fetched again when it is shown next. The evidence of other pairs is
 * the same.
 */
export async function markDecided(queryClient: QueryClient, isShown = false): Promise<void> {
  const refetchType = isShown ? 'active' : 'none';
  const paths = DECISION_PATHS.filter((path) => isShown || path !== EXPLAIN);
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path], refetchType })));
}
