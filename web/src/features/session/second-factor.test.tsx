import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import {
  endSession,
  expireSession,
  readSession,
  readToken,
  startSession,
} from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { LoginPage } from './pages/login-page.tsx';
import { SignInSecurityPage } from './pages/sign-in-security-page.tsx';

beforeAll(() => Promise.all(['session', 'live-sessions'].map(loadTexts)));
beforeEach(endSession);
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const codes = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-000${n}`);
const app = {
  id: 3,
  kind: 'totp',
  name: 'Phone',
  createdAt: '2026-11-21T08:00:00.000Z',
  lastUsedAt: null,
};
const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/PII%20Vault:a?secret=JBSWY3DPEHPK3PXP' };

async function signIn(): Promise<void> {
  renderApp(<LoginPage />);
  type('Email', 'meera@example.com');
  type('Password', 'secret');
  press('Sign in');
}

describe('the second step of a login', () => {
  const restricted = sampleUser({ permissions: [] });
  const lacks = { kind: 'second_factor', factors: ['totp', 'recovery_code'] };

  it('asks for the code, and keeps the token only if it is correct', async () => {
    const calls = stubApi({
      'POST /auth/login': { success: true, token: 't9', user: restricted, lacks },
      'POST /auth/second-factor': ({ body }: { body: unknown }) =>
        (body as { code: string }).code === '123456'
          ? { success: true, user: sampleUser() }
          : problem(400, { reason: 'WRONG_FACTOR', message: 'The second factor is wrong' }),
    });
    await signIn();
    expect(await screen.findByRole('heading', { name: 'Second step' })).toBeTruthy();
    expect([readToken(), readSession().status]).toEqual([null, 'out']);
    type('Code', '000000');
    press('Continue');
    expect(await screen.findByText('The second factor is wrong')).toBeTruthy();
    type('Code', '123456');
    press('Continue');
    await waitFor(() => expect(readToken()).toBe('t9'));
    expect(new Headers(calls.at(-1)?.init.headers).get('authorization')).toBe('Bearer t9');
  });

  it('accepts a recovery code, and leads back', async () => {
    const calls = stubApi({
      'POST /auth/login': { success: true, token: 't9', user: restricted, lacks },
      'POST /auth/second-factor': { success: true, user: sampleUser() },
    });
    await signIn();
    fireEvent.click(await screen.findByRole('button', { name: 'Back to sign in' }));
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe(sampleUser().email);
    type('Password', 'secret');
    press('Sign in');
    fireEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    type('Recovery code', codes[0] ?? '');
    press('Continue');
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
      press('Add authenticator app');
      expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
      expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
      type('Code', '123456');
      press('Add authenticator app');
      expect(await screen.findByText(codes[9] ?? '')).toBeTruthy();
      expect(readToken()).toBeNull();
      press('I have kept them');
      await waitFor(() => expect(readToken()).toBe('t9'));
    },
  );
});

describe('Sign-in security', () => {
  const own = { factors: [app], recoveryCodesLeft: 9, required: true, proofs: ['totp'] };
  beforeEach(() => startSession('t', sampleUser()));

  it('lists factors and codes, and renames and removes', async () => {
    const calls = stubApi({
      'GET /auth/sessions': [],
      'GET /auth/factors': own,
      'PUT /auth/factors/3': { ...app, name: 'Tablet' },
      'DELETE /auth/factors/3': () =>
        problem(409, {
          reason: 'LAST_FACTOR',
          message: 'Your role needs a second factor: add another one first',
        }),
    });
    renderApp(<SignInSecurityPage />);
    expect(await screen.findByText('Phone')).toBeTruthy();
    expect(screen.getByText('Required for your role')).toBeTruthy();
    expect(screen.getByText('9 codes are left.')).toBeTruthy();
    press('Rename Phone');
    type('Name', 'Tablet');
    press('Rename');
    await waitFor(() => expect(calls.some(({ key }) => key === 'PUT /auth/factors/3')).toBe(true));
    press('Remove Phone');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Your role needs a second factor: add another one first')).toBeTruthy();
  });

  it('shows new recovery codes once', async () => {
    stubApi({
      'GET /auth/sessions': [],
      'GET /auth/factors': own,
      'POST /auth/factors/recovery-codes': { recoveryCodes: codes },
    });
    renderApp(<SignInSecurityPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Make new codes' }));
    const question = await screen.findByRole('dialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Make new codes' }));
    expect(await screen.findByText(codes[0] ?? '')).toBeTruthy();
  });

  it('shows new recovery codes also when the question was closed meanwhile', async () => {
    let finish = (_: unknown): void => {};
    stubApi({
      'GET /auth/sessions': [],
      'GET /auth/factors': own,
      'POST /auth/factors/recovery-codes': new Promise((resolve) => {
        finish = resolve;
      }),
    });
    renderApp(<SignInSecurityPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Make new codes' }));
    const question = await screen.findByRole('dialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Make new codes' }));
    fireEvent.click(within(question).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    finish({ recoveryCodes: codes });
    expect(await screen.findByText(codes[0] ?? '')).toBeTruthy();
  });

  it('shows the next step without a factor', async () => {
    stubApi({ 'GET /auth/sessions': [], 'GET /auth/factors': { ...own, factors: [], required: false } });
    renderApp(<SignInSecurityPage />);
    expect(await screen.findByText('You have no second factor.')).toBeTruthy();
    expect(screen.queryByText('Recovery codes')).toBeNull();
  });
});
