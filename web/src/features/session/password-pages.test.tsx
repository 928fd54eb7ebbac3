import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { endSession, readToken, startSession } from '../../session/session-store.ts';
import { press, type } from '../../testing/acts.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { ChangePasswordPage } from './pages/change-password-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { ResetPasswordPage } from './pages/reset-password-page.tsx';

beforeAll(() => loadTexts('session'));
beforeEach(endSession);

describe('forgot password', () => {
  it('sends the address of the login form, and confirms without revealing whether the account exists', async () => {
    const calls = stubApi({ 'POST /auth/forgot-password': { success: true } });
    const { router } = renderApp(<LoginPage />, { route: '/audit?company=2' });
    await type('Email', 'meera@example.com');
    await press('Forgot password?');
    await screen.findByRole('heading', { name: 'Forgot password' });
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('meera@example.com');
    await press('Send reset link');
    expect(
      await screen.findByText("If an account with that email exists, we've sent you a password reset link."),
    ).toBeTruthy();
    expect(calls[0]?.body).toEqual({ email: 'meera@example.com' });
    await press('Back to sign in');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(router.state.location.search).toBe('?company=2');
  });

  it('reports that the mail could not be sent', async () => {
    stubApi({ 'POST /auth/forgot-password': () => problem(503, { message: 'Later' }) });
    renderApp(<LoginPage />, { route: '/login?forgot=1' });
    await type('Email', 'meera@example.com');
    await press('Send reset link');
    expect(await screen.findByText('Failed to send reset email. Please try again.')).toBeTruthy();
  });
});

describe('sign-in code', () => {
  it('asks for the mailed code and sends it with the typed password', async () => {
    const calls = stubApi({
      'POST /auth/login': ({ body }: { body: unknown }) =>
        (body as { code?: string }).code === '123456'
          ? { success: true, token: 't9', user: sampleUser() }
          : problem(429, { message: 'Additional verification required', reason: 'LOGIN_THROTTLED' }),
    });
    renderApp(<LoginPage />);
    expect(screen.queryByLabelText('Sign-in code')).toBeNull();
    await type('Email', 'meera@example.com');
    await type('Password', 'secret');
    await press('Sign in');
    const hint = 'Additional verification required. Please try again or contact support';
    expect(await screen.findByText(hint)).toBeTruthy();
    await type('Sign-in code', ' 123456 ');
    await press('Sign in');
    await waitFor(() => expect(readToken()).toBe('t9'));
    expect(calls[1]?.body).toMatchObject({ password: 'secret', code: '123456' });
  });

  it('is not requested after too many requests', async () => {
    stubApi({
      'POST /auth/login': () => problem(429, { message: 'Too many requests.', reason: 'RATE_LIMITED' }),
    });
    renderApp(<LoginPage />);
    await type('Email', 'meera@example.com');
    await type('Password', 'secret');
    await press('Sign in');
    expect(await screen.findByText(/^Too many requests\. Please try again/)).toBeTruthy();
    expect(screen.queryByLabelText('Sign-in code')).toBeNull();
  });
});

describe('ResetPasswordPage', () => {
  const valid = { 'GET /auth/validate-reset-token/abc': { valid: true, email: 'm***@example.com' } };
  const open = () => renderApp(<ResetPasswordPage />, { route: '/reset-password?token=abc' });

  it('sets the password, confirms it and opens / after 3 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = stubApi({ ...valid, 'POST /auth/reset-password': { success: true } });
    const { router } = open();
    expect(await screen.findByText(/^For m\*\*\*@example\.com/)).toBeTruthy();
    await set('Battery-7');
    expect(await screen.findByText('Sign in with the new password')).toBeTruthy();
    expect(calls.at(-1)?.body).toEqual({ token: 'abc', password: 'Battery-7' });
    expect(router.state.location.pathname).toBe('/reset-password');
    await vi.advanceTimersByTimeAsync(3000);
    expect(router.state.location.pathname).toBe('/');
    vi.useRealTimers();
  });

  async function set(password: string, again = password): Promise<void> {
    await type('New Password', password);
    await type('Confirm New Password', again);
    await press('Set password');
  }

  it.each([
    ['short', 'Ab1!567', 'Ab1!567', 'Password must be at least 8 characters long.'],
    ['mistyped', 'Battery-7', 'Battery-8', 'Passwords do not match.'],
    ['refused', 'Battery-7', 'Battery-7', 'Failed to reset password. Please try again.'],
  ])('keeps the form for a %s password, with the text of section 5', async (_, password, again, message) => {
    stubApi({ ...valid, 'POST /auth/reset-password': () => problem(503, {}) });
    open();
    await set(password, again);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText('New Password')).toBeTruthy();
  });

  it.each([
    ['has no token', '/reset-password', {}, 'Invalid reset link. Please request a new password reset.'],
    [
      'is used up',
      '/reset-password?token=abc',
      { 'GET /auth/validate-reset-token/abc': { valid: false, error: 'Invalid or expired reset token.' } },
      'Invalid or expired reset token.',
    ],
    [
      'cannot be checked',
      '/reset-password?token=abc',
      { 'GET /auth/validate-reset-token/abc': () => problem(503, {}) },
      'Failed to validate reset token.',
    ],
  ])('reports a link that %s', async (_, route, answers, message) => {
    stubApi(answers);
    renderApp(<ResetPasswordPage />, { route });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByLabelText('New Password')).toBeNull();
  });
});

describe('ChangePasswordPage', () => {
  const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
  async function fill(current: string, next: string, confirm = next): Promise<void> {
    await type('Current Password', current);
    await type('New Password', next);
    await type('Confirm New Password', confirm);
  }
  beforeEach(() => startSession('t', sampleUser()));

  it.each([
    ['', 'Correct-Horse-7', 'Correct-Horse-7', 'Current password is required'],
    ['old', 'Short-7', 'Short-7', 'Password must be at least 12 characters'],
    ['old', 'correct-horse-7', 'correct-horse-7', 'Password must contain at least one uppercase letter'],
    ['old', 'CORRECT-HORSE-7', 'CORRECT-HORSE-7', 'Password must contain at least one lowercase letter'],
    ['old', 'Correct-Horse-x', 'Correct-Horse-x', 'Password must contain at least one number'],
    ['old', 'CorrectHorse77', 'CorrectHorse77', 'Password must contain at least one special character'],
    ['old', 'Correct-Horse-7', '', 'Please confirm your password'],
    ['old', 'Correct-Horse-7', 'Correct-Horse-8', "Passwords don't match"],
  ])('refuses %j, %j, %j', async (current, next, confirm, message) => {
    stubApi({});
    renderApp(<ChangePasswordPage />);
    await fill(current, next, confirm);
    await press('Change Password');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('changes the password, confirms it and empties the form', async () => {
    const calls = stubApi({ 'POST /auth/change-password': { success: true } });
    renderApp(<ChangePasswordPage />);
    await fill('old', 'Correct-Horse-7');
    await press('Change Password');
    expect(await screen.findByText('Password changed successfully')).toBeTruthy();
    expect(screen.getByText('Success')).toBeTruthy();
    expect(calls[0]?.body).toEqual({ currentPassword: 'old', newPassword: 'Correct-Horse-7' });
    await waitFor(() => expect(field('New Password').value).toBe(''));
  });

  it.each([
    [
      { message: 'Current password is incorrect', reason: 'WRONG_PASSWORD' },
      'Current password is incorrect',
      2,
    ],
    [{}, 'Failed to change password', 1],
  ])('shows the refusal %o in a toast, and its reason at the field', async (body, text, places) => {
    stubApi({ 'POST /auth/change-password': () => problem(400, body) });
    renderApp(<ChangePasswordPage />);
    await fill('wrong', 'Correct-Horse-7');
    await press('Change Password');
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(places));
    expect(screen.getByText('Error')).toBeTruthy();
  });

  it('ticks met requirements, shows a password on request, and Cancel empties the form', async () => {
    stubApi({});
    renderApp(<ChangePasswordPage />);
    await fill('old', 'Correct7');
    expect(screen.getAllByText('met')).toHaveLength(3);
    fireEvent.click(screen.getAllByRole('button', { name: 'Show password' })[1] as HTMLElement);
    expect(field('New Password').type).toBe('text');
    expect(field('Current Password').type).toBe('password');
    await press('Cancel');
    await waitFor(() => expect(field('Current Password').value).toBe(''));
  });
});
