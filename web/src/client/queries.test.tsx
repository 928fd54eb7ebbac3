import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { allPagesQuery, callQuery, pageQuery } from './queries.ts';
import { newQueryClient } from './query-client.ts';
import { useChange } from './use-change.ts';

function stubFetch() {
  const urls: string[] = [];
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    urls.push(url);
    if (signal) signals.push(signal);
    return Response.json([]);
  });
  return { urls, signals };
}

function world() {
  const queries = newQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return { queries, wrapper };
}

const list = (companyId: number) => callQuery('GET /link-agreements', { query: { companyId } });

it('cache answers by path and parameters, separately for pages and lists', () => {
  expect(list(1).queryKey).toEqual(['/link-agreements', { companyId: 1 }]);
  expect(callQuery('GET /users/{id}', { params: { id: 2 } }).queryKey).toEqual(['/users/{id}', { id: 2 }]);
  expect(callQuery('GET /hsm/status').queryKey).toEqual(['/hsm/status']);
  expect(pageQuery('GET /users', { query: { limit: 5 } }).queryKey).toEqual(['/users', { limit: 5 }, 'page']);
});

it('read all pages of a list into one answer, cached separately from its first page', async () => {
  const pages = new Map([
    ['/api/purposes?companyId=7&limit=200', { rows: [{ purpose: 'kyc' }], next: 'c2' }],
    ['/api/purposes?companyId=7&limit=200&cursor=c2', { rows: [{ purpose: 'marketing' }], next: undefined }],
  ]);
  vi.stubGlobal('fetch', async (url: string) => {
    const page = pages.get(url);
    const headers = new Headers();
    if (page?.next !== undefined) headers.set('link', `<${url}&cursor=${page.next}>; rel="next"`);
    return Response.json(page?.rows, { headers });
  });
  const all = allPagesQuery('GET /purposes', { query: { companyId: 7 } });
  expect(all.queryKey).toEqual(['/purposes', { companyId: 7 }, 'all']);
  const { queries } = world();
  expect(await queries.fetchQuery(all)).toEqual([{ purpose: 'kyc' }, { purpose: 'marketing' }]);
});

it('cancel their call with the query', async () => {
  const { urls, signals } = stubFetch();
  const { queries, wrapper } = world();
  const { result } = renderHook(() => useQuery(list(7)), { wrapper });
  await waitFor(() => expect(result.current.data).toEqual([]));
  expect(urls).toEqual(['/api/link-agreements?companyId=7']);
  const calls = queries.fetchQuery({ ...list(8), retry: false });
  await queries.cancelQueries({ queryKey: list(8).queryKey });
  await expect(calls).rejects.toThrow();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

it.each([
  { refused: false, alsoWhenRefused: false, fetched: 2 },
  { refused: true, alsoWhenRefused: false, fetched: 1 },
  { refused: true, alsoWhenRefused: true, fetched: 2 },
])('are fetched again after a change: %o', async ({ refused, alsoWhenRefused, fetched }) => {
  const { urls } = stubFetch();
  const { wrapper } = world();
  const change = () => (refused ? Promise.reject(new Error('refused')) : Promise.resolve());
  const { result } = renderHook(
    () => ({ list: useQuery(list(7)), change: useChange(change, ['/link-agreements'], { alsoWhenRefused }) }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.list.data).toEqual([]));
  await act(() => result.current.change.mutateAsync().catch(() => undefined));
  expect(urls).toHaveLength(fetched);
});
