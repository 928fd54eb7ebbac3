import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { LatePage } from './late-page.tsx';
import * as page from './reload-page.ts';

const error = new TypeError('Failed to fetch dynamically imported module');
const Screen = () => <p>screen</p>;
const online = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

describe('LatePage', () => {
  const load = vi.fn<() => Promise<typeof Screen>>();
  beforeEach(() => void load.mockReset());

  it('reports a network error, and fetches the screen by Retry', async () => {
    online(false);
    load.mockRejectedValueOnce(error).mockResolvedValueOnce(Screen);
    renderApp(<LatePage load={load} error={error} />);
    expect(await screen.findByText('Network error. Please try again.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('screen')).toBeTruthy();
  });

  it('retries when it is opened again', async () => {
    online(true);
    load.mockResolvedValueOnce(Screen);
    renderApp(<LatePage load={load} error={error} />);
    expect(await screen.findByText('screen')).toBeTruthy();
  });

  it('keeps the page without a network', async () => {
    online(false);
    const reload = vi.spyOn(page, 'reloadPage').mockImplementation(() => {});
    load.mockRejectedValue(error);
    renderApp(<LatePage load={load} error={error} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the whole page if another version is installed', async () => {
    online(true);
    const reload = vi.spyOn(page, 'reloadPage').mockImplementation(() => {});
    load.mockRejectedValue(error);
    renderApp(<LatePage load={load} error={error} />);
    expect(await screen.findByText(/^Perhaps a new version/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});
