import type { Answer, Args, CallInput, Page } from '@pii-vault/contract/client';
import type { RouteKey } from '@pii-vault/contract/routes';
import { keepPreviousData } from '@tanstack/react-query';
import { allPages } from './all-pages.ts';
import { clientUntil } from './client.ts';

type GetKey = Extract<RouteKey, `GET ${string}`>;
interface Query<T> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
}

/** Options of useQuery for a call. The key is path and parameters, so a change refreshes all queries of a path. */
export const callQuery = <K extends GetKey>(key: K, ...args: Args<K>): Query<Answer<K>> => ({
  queryKey: keyOf(key, args[0]),
  queryFn: ({ signal }) => clientUntil(signal).call(key, ...args),
});

/** Options of useQuery for a page of a list. */
export const pageQuery = <K extends GetKey>(key: K, ...args: Args<K>): Query<Page<Answer<K>>> => ({
  queryKey: [...keyOf(key, args[0]), 'page'],
  queryFn: ({ signal }) => clientUntil(signal).page(key, ...args),
});

/** The same; the former page stays while another one loads, for lists whose rows cannot be of another company. */
export const keptPageQuery = <K extends GetKey>(key: K, ...args: Args<K>) => ({
  ...pageQuery(key, ...args),
  placeholderData: keepPreviousData<Page<Answer<K>>>,
});

/** Keys of lists that the API returns in pages. */
type ListKey = {
  [K in GetKey]: CallInput<K> extends { query?: { cursor?: string | undefined } } ? K : never;
}[GetKey];
type RowOf<K extends GetKey> = Answer<K> extends readonly (infer Row)[] ? Row : never;

/** The most rows of a page that the API returns. */
const MAX_PAGE = 200;

/** Options of useQuery for the rows of all pages of a list. The arguments name neither limit nor cursor. */
export const allPagesQuery = <K extends ListKey>(key: K, ...args: Args<K>): Query<RowOf<K>[]> => ({
  queryKey: [...keyOf(key, args[0]), 'all'],
  queryFn: ({ signal }) =>
    allPages((cursor) => {
      const input = { ...args[0], query: { ...args[0]?.query, limit: MAX_PAGE, cursor } };
      // TypeScript cannot evaluate the types of input and answer for a key that it does not know.
      const page: Promise<Page<unknown>> = clientUntil(signal).page(key, ...([input] as Args<K>));
      return page as Promise<Page<readonly RowOf<K>[]>>;
    }),
});

const keyOf = (key: GetKey, { params, query }: { params?: unknown; query?: unknown } = {}) => [
  key.slice('GET '.length),
  ...[params, query].filter((part) => part !== undefined),
];
