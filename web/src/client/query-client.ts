import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryClientConfig,
} from '@tanstack/react-query';
import { isGone } from './is-gone.ts';

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
 * Fetched once and kept until a mutation or Refresh invalidates it. Without a network a call fails at once instead of
 * waiting for one. Data of an object that no longer exists is removed: the screen shows the error in its place.
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

/** Also refreshes what else is shown, when the object was there before: its row may still stand in a list. */
function dropGone(client: QueryClient, query: Query<unknown, unknown>): void {
  const { data, errorUpdateCount } = query.state;
  query.setState({ data: undefined });
  if (data !== undefined || errorUpdateCount === 1) refreshShown(client);
}

/** For a call outside of the caches: a 404 or 410 says that what is shown is old. */
export function refreshAfterGone(client: QueryClient, error: unknown): void {
  if (isGone(error)) refreshShown(client);
}

/** Except queries whose object is gone: they would only fail again. */
const refreshShown = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: ({ state }) => !isGone(state.error) });

/** A running first fetch may have read the state before the change, so it is restarted, too. */
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
