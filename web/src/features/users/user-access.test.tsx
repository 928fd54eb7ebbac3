import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { opened, press, pressIn, type } from '../../testing/acts.ts';
import { exampleRow } from '../../testing/examples.ts';
import { showUsers } from './testing/show-users.ts';

describe('company roles', () => {
  it('are assigned in companies without one, and the form closes', async () => {
    const { sent } = await showUsers('?roles=2');
    await screen.findByText('Company Role Assignments');
    await press('Add role');
    await pressIn('Assign Role');
    for (const text of ['Company is required', 'Role is required'])
      expect(await screen.findByText(text)).toBeTruthy();
    const options = within(screen.getByLabelText('Company')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Select a company', 'Bodhi Health']);
    await type('Company', '2');
    await type('Role', 'analytics');
    await pressIn('Assign Role');
    expect(await screen.findByText('Company role assigned successfully')).toBeTruthy();
    expect(sent('POST /users/2/company-roles')[0]?.body).toEqual({ companyId: 2, role: 'analytics' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Assign Role' })).toBeNull());
    await waitFor(() => expect(sent('GET /users/2/company-roles')).toHaveLength(2));
  });

  it('are removed after a confirmation', async () => {
    const { sent } = await showUsers('?roles=2');
    await press('Remove the role in Saral Bank');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeNull());
    expect(sent('DELETE /users/2/company-roles/5')).toHaveLength(0);
    await pressIn('Remove role');
    expect(await screen.findByText('Company role removed successfully')).toBeTruthy();
    expect(sent('DELETE /users/2/company-roles/5')).toHaveLength(1);
  });

  it('show the default role without one', async () => {
    await showUsers('?roles=2', { 'GET /users/2/company-roles': [] });
    await screen.findByText(
      'No company-specific roles assigned. User has default role for their primary company.',
    );
  });
});

describe('API credentials', () => {
  const GENERATE = 'POST /users/2/api-credentials/generate';
  const CREDENTIALS = 'GET /users/2/api-credentials';
  const none = { hasCredentials: false, clientId: null, createdAt: null, lastUsed: null };
  const made = { clientId: 'pvc_7f3k2m9q', secret: 'pvs_c2VjcmV0' };

  it('are not closed while a secret is made', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await showUsers('?credentials=2', { [CREDENTIALS]: none, [GENERATE]: promise });
    await pressIn('Generate credentials');
    const generating = await screen.findByRole('button', { name: 'Generating...' });
    for (const close of within(await opened()).getAllByRole('button', { name: 'Close' }))
      fireEvent.click(close);
    expect(generating.isConnected).toBe(true);
    resolve(made);
    expect(await screen.findByText('pvs_c2VjcmV0')).toBeTruthy();
  });

  it('show the secret once, and ask before closing without a copy', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    const { router } = await showUsers('?credentials=2', { [CREDENTIALS]: none, [GENERATE]: made });
    await pressIn('Generate credentials');
    for (const text of ['pvs_c2VjcmV0', /It is shown only once/])
      expect(await screen.findByText(text)).toBeTruthy();
    // A toast of the previous test also has a button with that name.
    const close = () => {
      const dialog = within(screen.getByRole('dialog'));
      fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    };
    close();
    expect(await screen.findByText('Close without copying the secret?')).toBeTruthy();
    await press('Go back');
    await press('Copy secret: Copy');
    await screen.findByRole('button', { name: 'Copy secret: Copied' });
    expect(writeText).toHaveBeenCalledWith('pvs_c2VjcmV0');
    close();
    await waitFor(() => expect(router.state.location.search).not.toContain('credentials'));
    expect(screen.queryByText('pvs_c2VjcmV0')).toBeNull();
  });

  it.each([
    [
      'Rotate secret',
      'POST /users/2/api-credentials/rotate',
      'The secret was rotated',
      /^Rotate the secret\?/,
    ],
    [
      'Revoke credentials',
      'DELETE /users/2/api-credentials',
      'API credentials revoked',
      'Are you sure you want to revoke API credentials? This action cannot be undone.',
    ],
  ])('ask before: %s', async (button, key, said, question) => {
    const { sent } = await showUsers('?credentials=2');
    await press(button);
    expect(await screen.findByText(question)).toBeTruthy();
    expect(sent(key)).toHaveLength(0);
    await pressIn(button);
    expect(await screen.findByText(said)).toBeTruthy();
    expect(sent(key)).toHaveLength(1);
  });
});

describe('sessions and tokens', () => {
  const session = { ...exampleRow('GET /users/{id}/sessions'), kind: 'login', createdByName: 'Ravi Iyer' };

  it('show the author and the last use of each', async () => {
    const credential = { id: 'cred', kind: 'api_credential', createdByName: null, lastSeenAt: null };
    await showUsers('?selected=2', { 'GET /users/2/sessions': [session, { ...session, ...credential }] });
    const section = within(await screen.findByRole('region', { name: 'Sessions and tokens' }));
    for (const text of ['Ravi Iyer', 'Not recorded', 'Never'])
      expect(await section.findByText(text)).toBeTruthy();
  });

  it('the current session cannot be ended here', async () => {
    await showUsers('?selected=1', { 'GET /users/1/sessions': [{ ...session, isCurrent: true }] });
    expect(await screen.findByText('This session')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  });
});

describe('a forbidden action', () => {
  it.each(['password', 'resend', 'renew', 'change', 'delete'])(
    'is refused for the user’s account: %s',
    async (key) => {
      await showUsers(`?${key}=1`);
      expect(await screen.findByText('This is not possible for Meera Iyer')).toBeTruthy();
    },
  );

  it('is not offered in the panel of the user’s account, which shows the reason', async () => {
    await showUsers('?selected=1');
    expect(await screen.findByText(/^This is your own account\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Edit User' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete User' })).toBeNull();
  });

  it('is refused to an administrator for a super admin', async () => {
    await showUsers('?edit=1', {}, { id: 9, role: 'admin' });
    expect(await screen.findByText(/^This user has more permissions than you\./)).toBeTruthy();
    expect(screen.queryByLabelText('Email')).toBeNull();
  });
});
