import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newQueryClient } from './query-client.ts';

function List({ fetchList }: { fetchList: () => Promise<string> }) {
  return <p>{useQuery({ queryKey: ['/companies'], queryFn: fetchList }).data ?? 'loading'}</p>;
}

it('repeats a pending fetch when a change invalidates it', async () => {
  const client = newQueryClient();
  const first = Promise.withResolvers<string>();
  let calls = 0;
  const fetchList = () => {
    calls += 1;
    return calls === 1 ? first.promise : Promise.resolve('after the change');
  };
  render(
    <QueryClientProvider client={client}>
      <List fetchList={fetchList} />
    </QueryClientProvider>,
  );
  expect(calls).toBe(1);
  const invalidated = client.invalidateQueries({ queryKey: ['/companies'] });
  first.resolve('before the change');
  await invalidated;
  expect(await screen.findByText('after the change')).toBeTruthy();
  expect(calls).toBe(2);
});
