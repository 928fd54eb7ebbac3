import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { endSession, readSession, readToken } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { AdminSetupPage } from './pages/admin-setup-page.tsx';
import { LoginPage } from './pages/login-page.tsx';

beforeAll(() => loadTexts('session'));
beforeEach(endSession);
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('LoginPage', () => {
  it('starts the session and sends only the expected fields', async () => {
    const calls = stubApi({ 'POST /auth/login': { success: true, token: 't9', user: sampleUser() } });
    renderApp(<LoginPage />);
    type('Email', 'meera@example.com');
    type('Password', 'secret');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(readToken()).toBe('t9'));
    expect(readSession().status).toBe('in');
    expect(calls[0]?.body).toMatchObject({ email: 'meera@example.com', password: 'secret' });
  });

  it('sends the device signals for the risk score, under the names of section 3', async () => {
    const calls = stubApi({ 'POST /auth/login': { success: true, token: 't9', user: sampleUser() } });
    renderApp(<LoginPage />);
    type('Email', 'meera@example.com');
    type('Password', 'secret');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(readToken()).toBe('t9'));
    expect(calls[0]?.body).toMatchObject({
      deviceFingerprint: {
        isBot: false,
        suspiciousActivity: [],
        canvas: expect.stringMatching(/^(open|blocked)$/),
        // jsdom draws nothing.
        webgl: 'blocked',
        screenResolution: '0x0',
      },
    });
  });

  it('shows the reason of a refusal, and requires both fields', async () => {
    stubApi({ 'POST /auth/login': () => problem(401, { message: 'Invalid email or password' }) });
    renderApp(<LoginPage />);
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Email is required')).toBeTruthy();
    type('Email', 'a@example.com');
    type('Password', 'wrong');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Invalid email or password')).toBeTruthy();
    expect(readToken()).toBeNull();
  });
});

describe('AdminSetupPage', () => {
  const open = { 'GET /auth/setup-status': { needsSetup: true, loginRisk: 'record' } };

  it.each([
    ['short', 'Ab1!', 'Ab1!', 'Password must be at least 12 characters long'],
    [
      'simple',
      'abcdefghijklm',
      'abcdefghijklm',
      'Password must contain uppercase, lowercase, numbers, and special characters',
    ],
    ['mistyped', 'Correct-horse-9', 'Correct-horse-8', 'Passwords do not match'],
  ])('refuses a %s password with the text of section 5', async (_, password, confirm, message) => {
    stubApi(open);
    renderApp(<AdminSetupPage />);
    await screen.findByLabelText('First name');
    for (const [label, value] of [
      ['First name', 'Asha'],
      ['Last name', 'Rao'],
      ['Email', 'asha@example.com'],
      ['Password', password],
      ['Confirm password', confirm],
    ] as const) {
      type(label, value);
    }
    fireEvent.click(screen.getByRole('button', { name: 'Create administrator' }));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('requires every field', async () => {
    stubApi(open);
    renderApp(<AdminSetupPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Create administrator' }));
    expect((await screen.findAllByText('All fields are required')).length).toBe(5);
  });

  it('is unavailable if an administrator exists', async () => {
    stubApi({ 'GET /auth/setup-status': { needsSetup: false, loginRisk: 'record' } });
    const { router } = renderApp(<AdminSetupPage />, { route: '/admin-setup' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
