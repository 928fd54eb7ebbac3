import { Problem } from '@pii-vault/contract/problem';
import { focusManager, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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

function Failing({ fetchUsers }: { fetchUsers: () => Promise<never> }) {
  const { error } = useQuery({ queryKey: ['/users'], queryFn: fetchUsers });
  return <p>{error === null ? 'loading' : 'failed'}</p>;
}

it('fetches once: not again on focus or on the next visit, and a failure is not repeated', async () => {
  const client = newQueryClient();
  const calls = { read: 0, failed: 0 };
  const fetchList = async () => `read ${++calls.read}`;
  const failing = async () => Promise.reject(new Problem(503, `${++calls.failed}`));
  const visit = () =>
    render(
      <QueryClientProvider client={client}>
        <List fetchList={fetchList} />
        <Failing fetchUsers={failing} />
      </QueryClientProvider>,
    );
  const { unmount } = visit();
  expect(await screen.findByText('failed')).toBeTruthy();
  expect(await screen.findByText('read 1')).toBeTruthy();
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(calls).toEqual({ read: 1, failed: 1 });
  unmount();
  visit();
  expect(screen.getByText('read 1')).toBeTruthy();
  expect(calls.read).toBe(1);
  focusManager.setFocused(undefined);
});

const gone = async (status: number): Promise<string> => {
  throw new Problem(status, '{}');
};

function Screen({
  fetchOne,
  fetchRows,
}: {
  fetchOne: () => Promise<string>;
  fetchRows: () => Promise<string>;
}) {
  const one = useQuery({ queryKey: ['/individuals/{id}'], queryFn: fetchOne });
  const rows = useQuery({ queryKey: ['/individuals'], queryFn: fetchRows });
  const change = useMutation({ mutationFn: gone });
  return (
    <>
      <p>{one.data ?? (one.error ? 'erased' : 'loading')}</p>
      <p>{rows.data}</p>
      <button type="button" onClick={() => change.mutate(404)}>
        Change
      </button>
    </>
  );
}

describe('an object that is gone', () => {
  function open(status: number) {
    const client = newQueryClient();
    const state = { isGone: false, lists: 0, reads: 0 };
    const fetchOne = () => {
      state.reads += 1;
      return state.isGone ? gone(status) : Promise.resolve('masked values');
    };
    const fetchRows = async () => {
      state.lists += 1;
      return state.isGone ? 'no rows' : 'one row';
    };
    render(
      <QueryClientProvider client={client}>
        <Screen fetchOne={fetchOne} fetchRows={fetchRows} />
      </QueryClientProvider>,
    );
    return { client, state };
  }

  it.each([404, 410])(
    'loses its data with %d, and the lists that may show it are loaded again',
    async (status) => {
      const { client, state } = open(status);
      expect(await screen.findByText('masked values')).toBeTruthy();
      expect(await screen.findByText('one row')).toBeTruthy();
      state.isGone = true;
      await client.invalidateQueries({ queryKey: ['/individuals/{id}'] });
      expect(await screen.findByText('erased')).toBeTruthy();
      expect(screen.queryByText('masked values')).toBeNull();
      expect(await screen.findByText('no rows')).toBeTruthy();
      expect(state).toMatchObject({ lists: 2, reads: 2 });
    },
  );

  it('keeps its data when the service fails', async () => {
    const { client, state } = open(503);
    expect(await screen.findByText('masked values')).toBeTruthy();
    state.isGone = true;
    await client.invalidateQueries({ queryKey: ['/individuals/{id}'] });
    expect(screen.getByText('masked values')).toBeTruthy();
    expect(state.lists).toBe(1);
  });

  it('leaves the screen when a change of it is refused', async () => {
    const { state } = open(410);
    expect(await screen.findByText('masked values')).toBeTruthy();
    expect(await screen.findByText('one row')).toBeTruthy();
    state.isGone = true;
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('erased')).toBeTruthy();
    expect(await screen.findByText('no rows')).toBeTruthy();
  });
});
