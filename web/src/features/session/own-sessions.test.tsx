import type { LiveSession } from '@pii-vault/contract/auth/tokens-schema';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { opened, press, pressIn } from '../../testing/acts.ts';
import { exampleRow } from '../../testing/examples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';

const sample = (id: string, change: Partial<LiveSession> = {}): LiveSession => ({
  ...exampleRow('GET /auth/sessions'),
  ...{ id, kind: 'login', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0 Safari/537.36' },
  ...change,
});
const current = sample('here', { isCurrent: true });
const phone = sample('phone', {
  userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36',
});
const token = sample('token', { kind: 'api_token', userAgent: 'curl/8.5.0' });

it('shows device, address and last use of each, and ends one', async () => {
  let sessions = [current, phone];
  const { sent } = await showScreen('/sign-in-security', {
    'GET /auth/sessions': () => sessions,
    'DELETE /auth/sessions/phone': () => {
      sessions = [current];
      return { success: true };
    },
  });
  expect(await screen.findByText('Chrome on Linux')).toBeTruthy();
  const row = within(screen.getByText('Chrome on Android').closest('li') as HTMLElement);
  expect(row.getByText('203.0.113.7')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^End: / })).toHaveLength(1);
  await press(/^End: Session/);
  expect(await screen.findByText(/That browser is signed out at once/)).toBeTruthy();
  await pressIn('End session');
  expect(await screen.findByText(/You are not signed in anywhere else/)).toBeTruthy();
  expect(screen.queryByText('Chrome on Android')).toBeNull();
  expect(sent('DELETE /auth/sessions/phone')).toHaveLength(1);
});

it.each([
  [{ success: true }, 'You are signed out everywhere else'],
  [problem(503, {}), 'Not every session was ended. Try again.'],
])('signs out everywhere else, except this session and tokens, and tries all: %o', async (answer, said) => {
  const { calls } = await showScreen('/sign-in-security', {
    'GET /auth/sessions': [current, phone, sample('work'), token],
    'DELETE /auth/sessions/phone': answer,
  });
  await press('Sign out everywhere else');
  expect((await opened()).textContent).toContain('2 other sessions are signed out at once');
  await pressIn('Sign out everywhere else');
  expect(await screen.findByText(said)).toBeTruthy();
  const ended = calls.filter(({ key }) => key.startsWith('DELETE')).map(({ key }) => key);
  expect(ended).toEqual(['DELETE /auth/sessions/phone', 'DELETE /auth/sessions/work']);
});

it('switches the daily mail of an administrator off', async () => {
  let mail = { isOffered: true, isOn: true };
  const { sent } = await showScreen('/sign-in-security', {
    'GET /auth/daily-mail': () => mail,
    'PUT /auth/daily-mail': () => {
      mail = { ...mail, isOn: false };
      return mail;
    },
  });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Send me the daily email' });
  expect(box.checked).toBe(true);
  fireEvent.click(box);
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(box.checked).toBe(false);
  expect(sent('PUT /auth/daily-mail')).toMatchObject([{ body: { isOn: false } }]);
});

it('has no switch of the daily mail for a user who gets none', async () => {
  await showScreen('/sign-in-security', {
    'GET /auth/daily-mail': { isOffered: false, isOn: true },
    'GET /auth/sessions': [current],
  });
  expect(await screen.findByText('Chrome on Linux')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Send me the daily email' })).toBeNull();
});
