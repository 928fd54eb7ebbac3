import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newQueryClient } from '../client/query-client.ts';
import { useInvalidateIndividuals } from './invalidate-individuals.ts';

it('makes lists, the trail and every count of people stale, but not users and purposes', async () => {
  const queryClient = newQueryClient();
  const lists = ['/individuals', '/duplicates', '/companies', '/data-lineage/entries', '/audit-trail'];
  const counts = ['/individuals/summary', '/dashboard/metrics', '/waiting', '/analytics'];
  const others = ['/users', '/purposes'];
  for (const path of [...lists, ...counts, ...others]) queryClient.setQueryData([path], {});
  const { result } = renderHook(() => useInvalidateIndividuals(), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await result.current();
  const isStale = (path: string) => queryClient.getQueryState([path])?.isInvalidated;
  expect([...lists, ...counts].filter((path) => !isStale(path))).toEqual([]);
  expect(others.filter(isStale)).toEqual([]);
});
