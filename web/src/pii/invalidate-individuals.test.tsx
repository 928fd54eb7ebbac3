import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newQueryClient } from '../client/query-client.ts';
import { useInvalidateIndividuals } from './invalidate-individuals.ts';

it('makes lists, the trail and every count of people stale, and nothing else', async () => {
  const queryClient = newQueryClient();
  const counting = ['/individuals/summary', '/dashboard/metrics', '/dashboard/attention', '/analytics'];
  const others = ['/users', '/purposes'];
  for (const path of [...counting, '/audit-trail', ...others]) queryClient.setQueryData([path], {});
  const { result } = renderHook(() => useInvalidateIndividuals(), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await result.current();
  const isStale = (path: string) => queryClient.getQueryState([path])?.isInvalidated;
  expect([...counting, '/audit-trail'].filter((path) => !isStale(path))).toEqual([]);
  expect(others.filter(isStale)).toEqual([]);
});
