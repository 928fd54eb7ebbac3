import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { UsersPage } from './pages/users-page.tsx';
import { sampleSession, usersApi } from './testing/users-api.ts';

beforeAll(() => Promise.all(['users', 'live-sessions'].map(loadTexts)));
beforeEach(() => startSession('t', sampleUser()));

const open = (search: string) => renderApp(<UsersPage />, { route: `/users${search}` });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const assignment = {
  id: 5,
  companyId: 1,
  role: 'admin',
  company: { name: 'Asha Bank' },
  assignedAt: '2026-11-21T08:00:00.000Z',
};

describe('company roles', () => {
  it('are assigned in companies without one, and the form closes', async () => {
    const calls = stubApi(
      usersApi({
        'GET /users/2/company-roles': [assignment],
        'POST /users/2/company-roles': { ...assignment, companyId: 2 },
      }),
    );
    open('?roles=2');
    await screen.findByText('Company Role Assignments');
    fireEvent.click(await screen.findByRole('button', { name: 'Add role' }));
    press('Assign Role');
    expect(await screen.findByText('Company is required')).toBeTruthy();
    expect(screen.getByText('Role is required')).toBeTruthy();
    const options = within(screen.getByLabelText('Company')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Select a company', 'Bodhi Health']);
    fireEvent.change(screen.getByLabelText('Company'), { target: { value: '2' } });
    fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'analytics' } });
    press('Assign Role');
    expect(await screen.findByText('Company role assigned successfully')).toBeTruthy();
    const post = calls.find((call) => call.key === 'POST /users/2/company-roles');
    expect(post?.body).toEqual({ companyId: 2, role: 'analytics' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Assign Role' })).toBeNull());
    const lists = () => calls.filter((call) => call.key === 'GET /users/2/company-roles').length;
    await waitFor(() => expect(lists()).toBe(2));
  });

  it('are removed after a confirmation', async () => {
    const calls = stubApi(
      usersApi({
        'GET /users/2/company-roles': [assignment],
        'DELETE /users/2/company-roles/5': { success: true },
      }),
    );
    open('?roles=2');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the role in Asha Bank' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove role' }));
    expect(await screen.findByText('Company role removed successfully')).toBeTruthy();
    expect(calls.some((call) => call.key === 'DELETE /users/2/company-roles/5')).toBe(true);
  });

  it('show the default role without one', async () => {
    stubApi(usersApi());
    open('?roles=2');
    expect(
      await screen.findByText(
        'No company-specific roles assigned. User has default role for their primary company.',
      ),
    ).toBeTruthy();
  });
});

const present = {
  hasCredentials: true,
  clientId: 'pvc_7f3k2m9q',
  createdAt: '2026-11-21T08:00:00.000Z',
  lastUsed: null,
};

describe('API credentials', () => {
  it('are not closed while a secret is made', async () => {
    let finish = (_: unknown): void => {};
    stubApi(
      usersApi({
        'POST /users/2/api-credentials/generate': new Promise((resolve) => {
          finish = resolve;
        }),
      }),
    );
    open('?credentials=2');
    fireEvent.click(await screen.findByRole('button', { name: 'Generate credentials' }));
    const generating = await screen.findByRole('button', { name: 'Generating...' });
    for (const close of within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }))
      fireEvent.click(close);
    expect(generating.isConnected).toBe(true);
    finish({ clientId: 'pvc_7f3k2m9q', secret: 'pvs_c2VjcmV0' });
    expect(await screen.findByText('pvs_c2VjcmV0')).toBeTruthy();
  });

  it('show the secret once, and ask before closing without a copy', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    stubApi(
      usersApi({
        'POST /users/2/api-credentials/generate': { clientId: 'pvc_7f3k2m9q', secret: 'pvs_c2VjcmV0' },
      }),
    );
    const { router } = open('?credentials=2');
    fireEvent.click(await screen.findByRole('button', { name: 'Generate credentials' }));
    expect(await screen.findByText('pvs_c2VjcmV0')).toBeTruthy();
    expect(screen.getByText(/It is shown only this once/)).toBeTruthy();
    // A toast of the previous test also has a button with that name.
    const close = () => {
      const dialog = within(screen.getByRole('dialog'));
      fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    };
    close();
    expect(await screen.findByText('Close without copying the secret?')).toBeTruthy();
    press('Go back');
    press('Copy secret: Copy');
    await screen.findByRole('button', { name: 'Copy secret: Copied' });
    expect(writeText).toHaveBeenCalledWith('pvs_c2VjcmV0');
    close();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByText('pvs_c2VjcmV0')).toBeNull();
  });

  it.each([
    ['Rotate secret', 'POST /users/2/api-credentials/rotate', 'The secret was rotated'],
    ['Revoke credentials', 'DELETE /users/2/api-credentials', 'API credentials revoked'],
  ])('ask before: %s', async (button, key, said) => {
    const calls = stubApi(
      usersApi({ 'GET /users/2/api-credentials': present, [key]: { clientId: 'c', secret: 's' } }),
    );
    open('?credentials=2');
    fireEvent.click(await screen.findByRole('button', { name: button }));
    expect(calls.some((call) => call.key === key)).toBe(false);
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: button }));
    expect(await screen.findByText(said)).toBeTruthy();
    expect(calls.some((call) => call.key === key)).toBe(true);
  });

  it('ask before revocation with the text of the specification', async () => {
    stubApi(usersApi({ 'GET /users/2/api-credentials': present }));
    open('?credentials=2');
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke credentials' }));
    expect(
      await screen.findByText(
        'Are you sure you want to revoke API credentials? This action cannot be undone.',
      ),
    ).toBeTruthy();
  });
});

describe('sessions and tokens', () => {
  it('show the author and the last use of each, and end one', async () => {
    const calls = stubApi(
      usersApi({
        'GET /users/2/sessions': [
          sampleSession(),
          sampleSession({ id: 'cred', kind: 'api_credential', createdByName: null, lastSeenAt: null }),
        ],
        'DELETE /users/2/sessions/q0J8m1Zc': { success: true },
      }),
    );
    open('?selected=2');
    const section = await screen.findByRole('region', { name: 'Sessions and tokens' });
    expect(await within(section).findByText('Ravi Iyer')).toBeTruthy();
    expect(within(section).getByText('Not recorded')).toBeTruthy();
    expect(within(section).getByText('Never')).toBeTruthy();
    fireEvent.click(within(section).getByRole('button', { name: /^End: Session/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'End session' }));
    expect(await screen.findByText('Access ended')).toBeTruthy();
    expect(calls.some((call) => call.key === 'DELETE /users/2/sessions/q0J8m1Zc')).toBe(true);
  });

  it('the current session cannot be ended here', async () => {
    stubApi(usersApi({ 'GET /users/1/sessions': [sampleSession({ isCurrent: true })] }));
    open('?selected=1');
    expect(await screen.findByText('This session')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  });
});

describe('a forbidden action', () => {
  it.each(['password', 'resend', 'renew', 'change', 'delete'])(
    'is refused for the user’s account: %s',
    async (key) => {
      stubApi(usersApi());
      open(`?${key}=1`);
      expect(await screen.findByText('This is not possible for Meera Iyer')).toBeTruthy();
    },
  );

  it('is not offered in the panel of the user’s account, which shows the reason', async () => {
    stubApi(usersApi());
    open('?selected=1');
    expect(await screen.findByText(/^This is your own account\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Edit User' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete User' })).toBeNull();
  });

  it('is refused to an administrator for a super admin', async () => {
    startSession('t', sampleUser({ id: 9, role: 'admin' }));
    stubApi(usersApi());
    open('?edit=1');
    expect(await screen.findByText(/^This user has more permissions than you\./)).toBeTruthy();
    expect(screen.queryByLabelText('Email')).toBeNull();
  });
});
