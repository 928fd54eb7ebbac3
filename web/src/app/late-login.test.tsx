import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as page from '../routing/reload-page.ts';
import { endSession, expireSession, startSession } from '../session/session-store.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleUser } from '../testing/samples.ts';
import { stubApi } from '../testing/stub-api.ts';
import { SessionGate } from './session-gate.tsx';

// Simulates a chunk that no longer exists after an update.
vi.doMock('../features/session/load-login.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('reloads the page when the login cannot be fetched, but not over a screen with its input', async () => {
  const reload = vi.spyOn(page, 'reloadPage').mockImplementation(() => {});
  stubApi({});
  startSession('t', sampleUser());
  expireSession('t');
  const { unmount } = renderApp(<SessionGate />);
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Reload page' })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  unmount();
  endSession();
  renderApp(<SessionGate />);
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
