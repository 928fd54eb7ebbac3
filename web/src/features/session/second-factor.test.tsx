import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import {
  endSession,
  expireSession,
  readSession,
  readToken,
  startSession,
} from '../../session/session-store.ts';
import { press, pressIn, type } from '../../testing/acts.ts';
import { exampleOf } from '../../testing/examples.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { LoginPage } from './pages/login-page.tsx';

beforeAll(() => loadTexts('session'));
beforeEach(endSession);
const codes = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-000${n}`);
const [app] = exampleOf('GET /auth/factors').factors;
const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/PII%20Vault:a?secret=JBSWY3DPEHPK3PXP' };

async function signIn(): Promise<void> {
  renderApp(<LoginPage />);
  await type('Email', 'meera@example.com');
  await type('Password', 'secret');
  await press('Sign in');
}

describe('the second step of a login', () => {
  const restricted = sampleUser({ permissions: [] });
  const lacks = { kind: 'second_factor', factors: ['totp', 'recovery_code'] };

  it('asks for the code, and keeps the token only if it is correct', async () => {
    const calls = stubApi({
      'POST /auth/login': { success: true, token: 't9', user: restricted, lacks },
      'POST /auth/second-factor': ({ body }: { body: unknown }) =>
        (body as { code: string }).code === '123456'
          ? { success: true, user: sampleUser(), lacks: null }
          : problem(400, { reason: 'WRONG_FACTOR', message: 'The second factor is wrong' }),
    });
    await signIn();
    expect(await screen.findByRole('heading', { name: 'Second step' })).toBeTruthy();
    expect([readToken(), readSession().status]).toEqual([null, 'out']);
    await type('Code', '000000');
    await press('Continue');
    expect(await screen.findByText('The second factor is wrong')).toBeTruthy();
    await type('Code', '123456');
    await press('Continue');
    await waitFor(() => expect(readToken()).toBe('t9'));
    expect(new Headers(calls.at(-1)?.init.headers).get('authorization')).toBe('Bearer t9');
  });

  it('accepts a recovery code, and leads back', async () => {
    const calls = stubApi({
      'POST /auth/login': { success: true, token: 't9', user: restricted, lacks },
      'POST /auth/second-factor': { success: true, user: sampleUser(), lacks: null },
    });
    await signIn();
    await press('Back to sign in');
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe(sampleUser().email);
    await type('Password', 'secret');
    await press('Sign in');
    await press('Use a recovery code');
    await type('Recovery code', codes[0] ?? '');
    await press('Continue');
    await waitFor(() => expect(readToken()).toBe('t9'));
    expect(calls.at(-1)?.body).toEqual({ recoveryCode: codes[0] });
  });

  it.each([
    ['after a logout', endSession],
    ['after an expiry', () => expireSession('t0')],
  ])(
    'adds an app if the role requires a missing factor, and shows the recovery codes, %s',
    async (_, end) => {
      startSession('t0', sampleUser());
      end();
      stubApi({
        'POST /auth/login': {
          success: true,
          token: 't9',
          user: restricted,
          lacks: { kind: 'factor_enrolment', factors: [] },
        },
        'POST /auth/factors/totp': setup,
        'POST /auth/factors/totp/confirm': { factor: app, recoveryCodes: codes },
        'GET /auth/session': { user: sampleUser(), expiresAt: null, lacks: null },
      });
      await signIn();
      expect(await screen.findByRole('heading', { name: 'Add a second factor' })).toBeTruthy();
      await press('Add authenticator app');
      expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
      expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
      await type('Code', '123456');
      await press('Add authenticator app');
      expect(await screen.findByText(codes[9] ?? '')).toBeTruthy();
      expect(readToken()).toBeNull();
      await press('I have saved them');
      await waitFor(() => expect(readToken()).toBe('t9'));
    },
  );
});

describe('a login with a temporary password', () => {
  const restricted = sampleUser({ permissions: [] });
  const lacks = { kind: 'new_password', factors: [] };
  const CHANGE = 'POST /auth/change-password';
  async function setPassword(password: string, again = password): Promise<void> {
    await type('New Password', password);
    await type('Confirm New Password', again);
    await press('Change Password');
  }

  it('sets an own password without asking for the temporary one again, and only then signs in', async () => {
    const calls = stubApi({
      'POST /auth/login': { success: true, token: 't9', user: restricted, lacks },
      [CHANGE]: { success: true },
      'GET /auth/session': { user: sampleUser(), expiresAt: null, lacks: null },
    });
    await signIn();
    expect(await screen.findByRole('heading', { name: 'Set your own password' })).toBeTruthy();
    expect([readToken(), readSession().status]).toEqual([null, 'out']);
    await setPassword('short');
    expect(await screen.findByText('Password must be at least 12 characters')).toBeTruthy();
    await setPassword('Battery-Staple-88', 'Battery-Staple-89');
    expect(await screen.findByText("Passwords don't match")).toBeTruthy();
    await setPassword('Battery-Staple-88');
    await waitFor(() => expect(readToken()).toBe('t9'));
    const change = calls.find(({ key }) => key === CHANGE);
    expect(change?.body).toEqual({ currentPassword: 'secret', newPassword: 'Battery-Staple-88' });
    expect(new Headers(change?.init.headers).get('authorization')).toBe('Bearer t9');
  });

  it('comes after the second factor and before adding one, and shows a refusal at its field', async () => {
    const message = 'Choose a password that differs from the temporary one';
    const weak = problem(400, {
      reason: 'WEAK_PASSWORD',
      message,
      details: [{ path: 'newPassword', message }],
    });
    let refusals = 1;
    stubApi({
      'POST /auth/login': {
        ...{ success: true, token: 't9', user: restricted },
        lacks: { kind: 'second_factor', factors: ['totp'] },
      },
      'POST /auth/second-factor': { success: true, user: restricted, lacks },
      [CHANGE]: () => (refusals-- > 0 ? weak : { success: true }),
      'GET /auth/session': {
        ...{ user: restricted, expiresAt: null, lacks: { kind: 'factor_enrolment', factors: [] } },
      },
    });
    await signIn();
    await type('Code', '123456');
    await press('Continue');
    expect(await screen.findByRole('heading', { name: 'Set your own password' })).toBeTruthy();
    await setPassword('Battery-Staple-88');
    expect(await screen.findAllByText(message)).toHaveLength(1);
    await setPassword('Battery-Staple-88');
    expect(await screen.findByRole('heading', { name: 'Add a second factor' })).toBeTruthy();
    expect(readToken()).toBeNull();
  });
});

describe('Sign-in security', () => {
  const own = { factors: [app], recoveryCodesLeft: 9, required: true, proofs: ['totp'] };
  const show = (answers: object = {}) =>
    showScreen('/sign-in-security', { 'GET /auth/factors': own, ...answers });

  it('lists factors and codes, and renames and removes', async () => {
    const message = 'Your role needs a second factor: add another one first';
    const { sent } = await show({
      'DELETE /auth/factors/3': () => problem(409, { reason: 'LAST_FACTOR', message }),
    });
    for (const text of ['Phone', 'Required for your role', '9 codes are left.'])
      expect(await screen.findByText(text)).toBeTruthy();
    await press('Rename Phone');
    await type('Name', 'Tablet');
    await press('Rename');
    await waitFor(() => expect(sent('PUT /auth/factors/3')[0]?.body).toEqual({ name: 'Tablet' }));
    await press('Remove Phone');
    await press('Remove');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('shows new recovery codes once', async () => {
    await show({ 'POST /auth/factors/recovery-codes': { recoveryCodes: codes } });
    await press('Generate new codes');
    await pressIn('Generate new codes');
    expect(await screen.findByText(codes[0] ?? '')).toBeTruthy();
  });

  it('shows the next step without a factor', async () => {
    await show({ 'GET /auth/factors': { ...own, factors: [], required: false } });
    expect(await screen.findByText('You have no second factor.')).toBeTruthy();
    expect(screen.queryByText('Recovery codes')).toBeNull();
  });
});
