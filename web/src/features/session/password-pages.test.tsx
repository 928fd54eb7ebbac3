import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { endSession, readToken, startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { ChangePasswordPage } from './pages/change-password-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { ResetPasswordPage } from './pages/reset-password-page.tsx';

beforeAll(() => loadTexts('session'));
beforeEach(endSession);
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('forgot password', () => {
  it('sends the address of the login form, and confirms without revealing whether the account exists', async () => {
    const calls = stubApi({ 'POST /auth/forgot-password': { success: true } });
    const { router } = renderApp(<LoginPage />, { route: '/audit?company=2' });
    type('Email', 'meera@example.com');
    press('Forgot password?');
    await screen.findByRole('heading', { name: 'Forgot password' });
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('meera@example.com');
    press('Send reset link');
    expect(
      await screen.findByText("If an account with that email exists, we've sent you a password reset link."),
    ).toBeTruthy();
    expect(calls[0]?.body).toEqual({ email: 'meera@example.com' });
    press('Back to sign in');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(router.state.location.search).toBe('?company=2');
  });

  it('reports that the mail could not be sent', async () => {
    stubApi({ 'POST /auth/forgot-password': () => problem(503, { message: 'Later' }) });
    renderApp(<LoginPage />, { route: '/login?forgot=1' });
    type('Email', 'meera@example.com');
    press('Send reset link');
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
    type('Email', 'meera@example.com');
    type('Password', 'secret');
    press('Sign in');
    const hint = 'Additional verification required. Please try again or contact support';
    expect(await screen.findByText(hint)).toBeTruthy();
    type('Sign-in code', ' 123456 ');
    press('Sign in');
    await waitFor(() => expect(readToken()).toBe('t9'));
    expect(calls[1]?.body).toMatchObject({ password: 'secret', code: '123456' });
  });

  it('is not requested after too many requests', async () => {
    stubApi({
      'POST /auth/login': () => problem(429, { message: 'Too many requests.', reason: 'RATE_LIMITED' }),
    });
    renderApp(<LoginPage />);
    type('Email', 'meera@example.com');
    type('Password', 'secret');
    press('Sign in');
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
    type('New Password', 'Battery-7');
    type('Confirm New Password', 'Battery-7');
    press('Set password');
    expect(await screen.findByText('Sign in with the new password')).toBeTruthy();
    expect(calls.at(-1)?.body).toEqual({ token: 'abc', password: 'Battery-7' });
    expect(router.state.location.pathname).toBe('/reset-password');
    await vi.advanceTimersByTimeAsync(3000);
    expect(router.state.location.pathname).toBe('/');
    vi.useRealTimers();
  });

  it.each([
    ['short', 'Ab1!567', 'Ab1!567', 'Password must be at least 8 characters long.'],
    ['mistyped', 'Battery-7', 'Battery-8', 'Passwords do not match.'],
  ])('refuses a %s password with the text of section 5', async (_, password, confirm, message) => {
    stubApi(valid);
    open();
    await screen.findByLabelText('New Password');
    type('New Password', password);
    type('Confirm New Password', confirm);
    press('Set password');
    expect(await screen.findByText(message)).toBeTruthy();
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

  it('keeps the form when the password cannot be set', async () => {
    stubApi({ ...valid, 'POST /auth/reset-password': () => problem(503, {}) });
    open();
    await screen.findByLabelText('New Password');
    type('New Password', 'Battery-7');
    type('Confirm New Password', 'Battery-7');
    press('Set password');
    expect(await screen.findByText('Failed to reset password. Please try again.')).toBeTruthy();
  });
});

describe('ChangePasswordPage', () => {
  const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
  function fill(current: string, next: string, confirm = next): void {
    type('Current Password', current);
    type('New Password', next);
    type('Confirm New Password', confirm);
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
    fill(current, next, confirm);
    press('Change Password');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('changes the password, confirms it and empties the form', async () => {
    const calls = stubApi({ 'POST /auth/change-password': { success: true } });
    renderApp(<ChangePasswordPage />);
    fill('old', 'Correct-Horse-7');
    press('Change Password');
    expect(await screen.findByText('Password changed successfully')).toBeTruthy();
    expect(screen.getByText('Success')).toBeTruthy();
    expect(calls[0]?.body).toEqual({ currentPassword: 'old', newPassword: 'Correct-Horse-7' });
    await waitFor(() => expect(field('New Password').value).toBe(''));
  });

  it('shows the server’s message in a toast and at its field', async () => {
    stubApi({
      'POST /auth/change-password': () =>
        problem(400, { message: 'Current password is incorrect', reason: 'WRONG_PASSWORD' }),
    });
    renderApp(<ChangePasswordPage />);
    fill('wrong', 'Correct-Horse-7');
    press('Change Password');
    await waitFor(() => expect(screen.getAllByText('Current password is incorrect')).toHaveLength(2));
    expect(screen.getByText('Error')).toBeTruthy();
  });

  it('ticks met requirements, shows a password on request, and Cancel empties the form', async () => {
    stubApi({});
    renderApp(<ChangePasswordPage />);
    fill('old', 'Correct7');
    expect(screen.getAllByText('met')).toHaveLength(3);
    fireEvent.click(screen.getAllByRole('button', { name: 'Show password' })[1] as HTMLElement);
    expect(field('New Password').type).toBe('text');
    expect(field('Current Password').type).toBe('password');
    press('Cancel');
    await waitFor(() => expect(field('Current Password').value).toBe(''));
  });
});
