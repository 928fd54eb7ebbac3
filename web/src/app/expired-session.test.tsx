import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../i18n/i18n.ts';
import { endSession, expireSession, readSession, startSession } from '../session/session-store.ts';
import { useUser } from '../session/use-session.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleUser } from '../testing/samples.ts';
import { stubApi } from '../testing/stub-api.ts';
import { notify } from '../ui/notify.tsx';
import { forgetOnChange } from './app.tsx';
import { SessionGate } from './session-gate.tsx';

beforeAll(() => loadTexts('session'));
beforeEach(() => startSession('t1', sampleUser()));

function Draft() {
  const user = useUser();
  const [text, setText] = useState('');
  return <input aria-label={`draft of ${user.id}`} value={text} onChange={(e) => setText(e.target.value)} />;
}
const screens = (
  <Routes>
    <Route element={<SessionGate />}>
      <Route path="*" element={<Draft />} />
    </Route>
  </Routes>
);
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

async function signInAgain(): Promise<void> {
  await screen.findByText('Your session has ended. Sign in to continue where you left off.');
  fireEvent.change(field('Password'), { target: { value: 'secret' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(readSession().status).toBe('in'));
}

describe('an expired session', () => {
  it.each([
    [1, 'draft of 1', 'half a letter'],
    [2, 'draft of 2', ''],
  ])('keeps form input for the same user only (user %i)', async (id, label, kept) => {
    stubApi({ 'POST /auth/login': { success: true, token: 't2', user: sampleUser({ id }) } });
    renderApp(screens, { route: '/audit?company=2' });
    fireEvent.change(field('draft of 1'), { target: { value: 'half a letter' } });
    act(() => expireSession('t1'));
    await signInAgain();
    await waitFor(() => expect(field(label).value).toBe(kept));
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
  });

  it('keeps no form input after a logout', async () => {
    stubApi({});
    renderApp(screens);
    act(() => endSession());
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByLabelText('draft of 1')).toBeNull();
  });
});

describe('forgetOnChange', () => {
  const rows = (client: QueryClient) => client.getQueryData(['/companies']);

  it('clears the cache for another user and after a logout, but not for the same user', () => {
    const client = new QueryClient();
    const stop = forgetOnChange(client);
    client.setQueryData(['/companies'], []);
    expireSession('t1');
    startSession('t2', sampleUser());
    expect(rows(client)).toEqual([]);
    expect(client.getQueryState(['/companies'])?.isInvalidated).toBe(true);
    startSession('t3', sampleUser({ id: 2 }));
    expect(rows(client)).toBeUndefined();
    client.setQueryData(['/companies'], []);
    endSession();
    expect(rows(client)).toBeUndefined();
    stop();
  });

  const say = (value: string) =>
    notify.success('made', 'Once', { durationMs: 3_600_000, secret: { value, copyLabel: 'Copy' } });
  /** Shows two secrets; the second is queued behind the first. */
  async function showSecrets() {
    renderApp(null);
    const stop = forgetOnChange(new QueryClient());
    act(() => {
      say('whsec_x');
      say('whsec_y');
    });
    expect(await screen.findByText('whsec_x')).toBeTruthy();
    return stop;
  }
  const gone = (value: string) => waitFor(() => expect(screen.queryByText(value)).toBeNull());

  it.each([
    ['a logout', () => endSession()],
    ['a sign-in of another user', () => startSession('t2', sampleUser({ id: 2 }))],
  ])('removes secrets, shown and waiting, after %s', async (_, change) => {
    const stop = await showSecrets();
    act(change);
    await gone('whsec_x');
    act(() => notify.success('next'));
    expect(await screen.findByText('next')).toBeTruthy();
    expect(screen.queryByText('whsec_y')).toBeNull();
    stop();
  });

  it('keeps unread secrets from the login of an expired session, and shows them after it', async () => {
    const stop = await showSecrets();
    act(() => expireSession('t1'));
    await gone('whsec_x');
    expect(screen.queryByText('whsec_y')).toBeNull();
    act(() => startSession('t2', sampleUser()));
    expect(await screen.findByText('whsec_x')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('whsec_y')).toBeTruthy();
    await gone('whsec_x');
    act(() => expireSession('t2'));
    await gone('whsec_y');
    act(() => startSession('t3', sampleUser()));
    expect(await screen.findByText('whsec_y')).toBeTruthy();
    expect(screen.queryByText('whsec_x')).toBeNull();
    act(() => expireSession('t3'));
    act(() => startSession('t4', sampleUser({ id: 2 })));
    await gone('whsec_y');
    stop();
  });
});
