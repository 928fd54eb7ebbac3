import type { Answer, Args, Page } from '@pii-vault/contract/client';
import type { RouteKey } from '@pii-vault/contract/routes';
import { keepPreviousData } from '@tanstack/react-query';
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

const keyOf = (key: GetKey, { params, query }: { params?: unknown; query?: unknown } = {}) => [
  key.slice('GET '.length),
  ...[params, query].filter((part) => part !== undefined),
];
