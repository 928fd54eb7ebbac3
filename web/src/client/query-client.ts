import { QueryClient } from '@tanstack/react-query';

/**
 * Fetched once, kept until a mutation or Refresh says otherwise. Without a network a call fails at once instead of
 * waiting for one.
 */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
