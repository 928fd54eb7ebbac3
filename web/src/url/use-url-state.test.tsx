import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { useUrlState } from './use-url-state.ts';

function Screen() {
  const list = useUrlState();
  const dialog = useUrlState();
  const both = () => {
    dialog.set({ new: null });
    list.set({ tier: 'finance' });
  };
  return (
    <button type="button" onClick={both}>
      save
    </button>
  );
}

it('lets two parts of a screen change the address in one tick', async () => {
  const { router } = renderApp(<Screen />, { route: '/companies?new=1&search=x' });
  fireEvent.click(screen.getByText('save'));
  await waitFor(() => expect(router.state.location.search).toBe('?search=x&tier=finance'));
});
