import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { endSession, readSession, readToken } from '../../session/session-store.ts';
import { press, type } from '../../testing/acts.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { AdminSetupPage } from './pages/admin-setup-page.tsx';
import { LoginPage } from './pages/login-page.tsx';

beforeAll(() => loadTexts('session'));
beforeEach(endSession);

describe('LoginPage', () => {
  it('starts the session, and sends the device signals for the risk score under the names of section 3', async () => {
    const calls = stubApi({ 'POST /auth/login': { success: true, token: 't9', user: sampleUser() } });
    renderApp(<LoginPage />);
    await type('Email', 'meera@example.com');
    await type('Password', 'secret');
    await press('Sign in');
    await waitFor(() => expect(readToken()).toBe('t9'));
    expect(readSession().status).toBe('in');
    const deviceFingerprint = {
      ...{ isBot: false, suspiciousActivity: [], canvas: expect.stringMatching(/^(open|blocked)$/) },
      // jsdom draws nothing.
      ...{ webgl: 'blocked', screenResolution: '0x0', fonts: [] },
      ...{ doNotTrack: null, memory: null, computerName: null },
      connection: { effectiveType: null, saveData: null },
    };
    const body = { email: 'meera@example.com', password: 'secret' };
    expect(calls[0]?.body).toMatchObject({ ...body, deviceFingerprint });
  });

  it('shows the reason of a refusal, and requires both fields', async () => {
    stubApi({ 'POST /auth/login': () => problem(401, { message: 'Invalid email or password' }) });
    renderApp(<LoginPage />);
    await press('Sign in');
    expect(await screen.findByText('Email is required')).toBeTruthy();
    await type('Email', 'a@example.com');
    await type('Password', 'wrong');
    await press('Sign in');
    expect(await screen.findByText('Invalid email or password')).toBeTruthy();
    expect(readToken()).toBeNull();
  });
});

describe('AdminSetupPage', () => {
  const show = (needsSetup: boolean) => {
    stubApi({
      'GET /auth/setup-status': { needsSetup, loginRisk: 'record' },
      'POST /auth/setup-admin': () => problem(500, {}),
    });
    return renderApp(<AdminSetupPage />, { route: '/admin-setup' });
  };

  it('requires every field, and shows the text of section 5 for each password', async () => {
    show(true);
    await press('Create administrator');
    expect((await screen.findAllByText('All fields are required')).length).toBe(5);
    const fields = { 'First name': 'Asha', 'Last name': 'Rao', Email: 'asha@example.com' };
    for (const [label, value] of Object.entries(fields)) await type(label, value);
    for (const [password, again, message] of [
      ['Ab1!', 'Ab1!', 'Password must be at least 12 characters long'],
      ['Correct-horse-9', 'Correct-horse-8', 'Passwords do not match'],
      ['Correct-horse-9', 'Correct-horse-9', 'Failed to create admin account'],
    ] as const) {
      await type('Password', password);
      await type('Confirm password', again);
      await press('Create administrator');
      expect(await screen.findByText(message)).toBeTruthy();
    }
  });

  it('confirms the administrator and opens / after 3 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    stubApi({
      'GET /auth/setup-status': { needsSetup: true, loginRisk: 'record' },
      'POST /auth/setup-admin': { success: true },
    });
    const { router } = renderApp(<AdminSetupPage />, { route: '/admin-setup' });
    await screen.findByText('Create administrator');
    const fields = {
      'First name': 'Asha',
      'Last name': 'Rao',
      Email: 'asha@example.com',
      Password: 'Correct-horse-9',
      'Confirm password': 'Correct-horse-9',
    };
    for (const [label, value] of Object.entries(fields)) await type(label, value);
    await press('Create administrator');
    expect(await screen.findByRole('link', { name: 'Sign in now' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/admin-setup');
    await vi.advanceTimersByTimeAsync(3000);
    expect(router.state.location.pathname).toBe('/');
    vi.useRealTimers();
  });

  it('is unavailable if an administrator exists', async () => {
    const { router } = show(false);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
