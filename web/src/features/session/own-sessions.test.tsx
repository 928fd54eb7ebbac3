import type { LiveSession } from '@pii-vault/contract/auth/tokens-schema';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { OwnSessions } from './components/own-sessions.tsx';

const sample = (id: string, change: Partial<LiveSession> = {}): LiveSession => ({
  id,
  kind: 'login',
  userId: 1,
  companyId: null,
  role: null,
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0 Safari/537.36',
  createdAt: '2026-11-21T08:00:00.000Z',
  createdBy: 1,
  createdByName: 'Meera Iyer',
  lastSeenAt: '2026-11-21T08:00:00.000Z',
  expiresAt: '2026-11-22T08:00:00.000Z',
  isCurrent: false,
  ...change,
});
const current = sample('here', { isCurrent: true });
const phone = sample('phone', {
  userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36',
});
const token = sample('token', { kind: 'api_token', companyId: 1, role: 'admin', userAgent: 'curl/8.5.0' });

beforeAll(() => Promise.all(['session', 'live-sessions'].map(loadTexts)));
beforeEach(() => startSession('t', sampleUser()));
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

it('shows device, address and last use of each, and ends one', async () => {
  let sessions = [current, phone];
  const calls = stubApi({
    'GET /companies': [],
    'GET /auth/sessions': () => sessions,
    'DELETE /auth/sessions/phone': () => {
      sessions = [current];
      return { success: true };
    },
  });
  renderApp(<OwnSessions />);
  expect(await screen.findByText('Chrome on Linux')).toBeTruthy();
  const row = screen.getByText('Chrome on Android').closest('li');
  if (row === null) throw new Error('The session is no row');
  expect(within(row).getByText('203.0.113.7')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^End: / })).toHaveLength(1);
  await press(/^End: Session/);
  expect(await screen.findByText(/That browser is signed out at once/)).toBeTruthy();
  await press('End session');
  expect(await screen.findByText('Access ended')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
  expect(await screen.findByText(/You are signed in nowhere else/)).toBeTruthy();
  expect(calls.filter(({ key }) => key.startsWith('DELETE'))).toHaveLength(1);
});

it('signs out everywhere else, except this session and tokens', async () => {
  const calls = stubApi({
    'GET /companies': [],
    'GET /auth/sessions': [current, phone, sample('work'), token],
    'DELETE /auth/sessions/phone': { success: true },
    'DELETE /auth/sessions/work': { success: true },
  });
  renderApp(<OwnSessions />);
  await press('Sign out everywhere else');
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText(/^2 other sessions are signed out at once/)).toBeTruthy();
  fireEvent.click(within(question).getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('You are signed out everywhere else')).toBeTruthy();
  const ended = calls.filter(({ key }) => key.startsWith('DELETE')).map(({ key }) => key);
  expect(ended).toEqual(['DELETE /auth/sessions/phone', 'DELETE /auth/sessions/work']);
});

it('reports sessions that did not end, after trying all', async () => {
  const calls = stubApi({
    'GET /companies': [],
    'GET /auth/sessions': [current, phone, sample('work')],
    'DELETE /auth/sessions/phone': () => problem(503, {}),
    'DELETE /auth/sessions/work': { success: true },
  });
  renderApp(<OwnSessions />);
  await press('Sign out everywhere else');
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('Not every session was ended. Try again.')).toBeTruthy();
  expect(calls.filter(({ key }) => key.startsWith('DELETE'))).toHaveLength(2);
});
