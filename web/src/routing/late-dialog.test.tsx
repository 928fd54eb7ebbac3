import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { LateDialog } from './late-dialog.tsx';

const Found = () => <p>here</p>;

it('reports code that cannot be fetched and closes, and fetches it when it is opened again', async () => {
  const load = vi.fn<() => Promise<typeof Found>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValueOnce(Found);
  const onClose = vi.fn();
  const { unmount } = renderApp(<LateDialog load={load} props={{ onClose }} />);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await screen.findByText('This dialog could not be loaded')).toBeTruthy();
  unmount();
  renderApp(<LateDialog load={load} props={{ onClose }} />);
  expect(await screen.findByText('here')).toBeTruthy();
  expect(onClose).toHaveBeenCalledOnce();
});
