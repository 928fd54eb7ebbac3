import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { useCursor } from './use-cursor.ts';
import { useUrlState } from './use-url-state.ts';

function Screen() {
  const { cursor, pageIndex, next, previous } = useCursor();
  const { set } = useUrlState();
  return (
    <>
      <p>
        page {pageIndex + 1} {cursor}
      </p>
      <button type="button" onClick={() => next(`c${pageIndex + 1}`)}>
        next
      </button>
      <button type="button" onClick={previous}>
        previous
      </button>
      <button type="button" onClick={() => set({ selected: '7' }, { push: true })}>
        choose
      </button>
      <button type="button" onClick={() => set({ quality: 'high', cursor: null })}>
        filter
      </button>
    </>
  );
}

it('keeps the page and its predecessors when a row is selected, and restarts with a filter', async () => {
  const { router } = renderApp(<Screen />, { route: '/individuals' });
  const press = (name: string) => fireEvent.click(screen.getByText(name));
  press('next');
  await screen.findByText('page 2 c1');
  press('next');
  await screen.findByText('page 3 c2');
  press('choose');
  await waitFor(() => expect(router.state.location.search).toBe('?cursor=c2&selected=7'));
  expect(screen.getByText('page 3 c2')).toBeTruthy();
  press('previous');
  await screen.findByText('page 2 c1');
  press('filter');
  await waitFor(() => expect(router.state.location.search).toBe('?selected=7&quality=high'));
  expect(router.state.location.state).toBeNull();
});
