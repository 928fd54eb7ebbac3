import { Problem } from '@pii-vault/contract/problem';
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryClientConfig,
} from '@tanstack/react-query';

const defaultOptions: NonNullable<QueryClientConfig['defaultOptions']> = {
  queries: {
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  },
  mutations: { networkMode: 'always', retry: false },
};

/**
 * Data is fetched once and kept until a mutation or Refresh invalidates it. Without a network a call fails at once.
 * Data of an object that no longer exists is removed, so that the screen shows the error.
 */
export function newQueryClient(): QueryClient {
  const client: QueryClient = new FreshQueryClient({
    defaultOptions,
    queryCache: new QueryCache({
      onError: (error, query) => (isGone(error) ? dropGone(client, query) : undefined),
    }),
    mutationCache: new MutationCache({ onError: (error) => refreshAfterGone(client, error) }),
  });
  return client;
}

/** Also refreshes the other queries if the object existed before: a list may still contain it. */
function dropGone(client: QueryClient, query: Query<unknown, unknown>): void {
  const { data, errorUpdateCount } = query.state;
  query.setState({ data: undefined });
  if (data !== undefined || errorUpdateCount === 1) refreshShown(client);
}

/** For a call outside of the caches: a 404 or 410 shows that the displayed data is outdated. */
export function refreshAfterGone(client: QueryClient, error: unknown): void {
  if (isGone(error)) refreshShown(client);
}

/** Skips queries whose object is gone: they would fail again. */
const refreshShown = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: ({ state }) => !isGone(state.error) });

/** Also restarts first fetches in progress: they may have read the state before the change. */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends readonly unknown[] = readonly unknown[]>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
    await Promise.all(firstFetches.map((query) => query.cancel({ silent: true, revert: true })));
    await super.invalidateQueries(filters, options);
  }
}

/** Whether the object of a call does not exist for this user: not found, deleted or erased. */
const isGone = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 404 || error.status === 410);
