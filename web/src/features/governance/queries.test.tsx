import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newQueryClient } from '../../client/query-client.ts';
import { startSession } from '../../session/session-store.ts';
import { sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { useErase } from './queries.ts';

it('makes the profile of an erased person and the counts of people stale', async () => {
  startSession('t', sampleUser({ permissions: ['pii:erase'] }));
  stubApi({ 'POST /individuals/7/erase': {} });
  const queryClient = newQueryClient();
  const keys = [['/erasures'], ['/individuals/{id}', { id: 7 }], ['/dashboard/metrics']];
  for (const key of keys) queryClient.setQueryData(key, {});
  const { result } = renderHook(() => useErase(), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await result.current({ companyId: 1, individualId: 7, reason: 'Asked for in writing' });
  expect(keys.filter((key) => !queryClient.getQueryState(key)?.isInvalidated)).toEqual([]);
});
