import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { csvFile, watchSavedFiles } from '../../testing/saved-files.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { UsersPage } from './pages/users-page.tsx';
import { meera, ravi, usersApi, usersPage } from './testing/users-api.ts';

beforeAll(() => Promise.all(['users', 'live-sessions'].map(loadTexts)));
beforeEach(() => startSession('t', sampleUser()));

const open = (search = '') => renderApp(<UsersPage />, { route: `/users${search}` });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the list', () => {
  it('counts the users and names role, company and status', async () => {
    stubApi(usersApi());
    open();
    expect(await screen.findByText('Users (2)')).toBeTruthy();
    const row = screen.getByText('Ravi Iyer').closest('tr') as HTMLElement;
    for (const text of ['ravi@example.com', 'PII View', 'Asha Bank', 'Active', 'Never'])
      expect(within(row).getByText(text)).toBeTruthy();
    expect(screen.getByText('All Companies')).toBeTruthy();
    expect(screen.getByText('No raw PII; masked data and analytics only.')).toBeTruthy();
  });

  it('requests and exports the list with the filters of the address', async () => {
    const saved = watchSavedFiles();
    const calls = stubApi(usersApi({ 'GET /users/export': csvFile('users.csv') }));
    open('?role=admin&status=suspended&in=2&company=1');
    await screen.findByText('Users (2)');
    const asked = (key: string) => calls.find((call) => call.key === key)?.url.search;
    expect(asked('GET /users')).toBe('?role=admin&status=suspended&companyId=2&limit=50');
    press('Export');
    await waitFor(() => expect(saved).toEqual(['users.csv']));
    expect(asked('GET /users/export')).toBe('?format=csv&role=admin&status=suspended&companyId=2');
  });

  it('shows texts for an empty list and an empty result', async () => {
    stubApi(usersApi({ 'GET /users': [] }));
    const { router } = open();
    expect(await screen.findByText('No users found. Create your first user to get started.')).toBeTruthy();
    await router.navigate('/users?status=inactive');
    expect(await screen.findByText('No users found with these filters.')).toBeTruthy();
    press('Clear filters');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('sorts only a complete list; one page of several has the order of the server', async () => {
    const link = '</api/users?cursor=x>; rel="next"';
    stubApi(usersApi({ 'GET /users': usersPage([ravi, meera], { link }) }));
    open();
    await screen.findByText('Ravi Iyer');
    expect(screen.queryByRole('button', { name: 'Email' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', false);
  });
});

describe('Add User', () => {
  it('creates with a generated password, shows it once and refreshes the list', async () => {
    const calls = stubApi(
      usersApi({ 'POST /users': { user: ravi, temporaryPassword: 'Tq7!mz0pWv2c', emailSent: true } }),
    );
    const { router } = open('?new=1');
    await screen.findByRole('button', { name: 'Create User' });
    press('Create User');
    expect(await screen.findByText('First name is required')).toBeTruthy();
    expect(screen.getByText('Last name is required')).toBeTruthy();
    expect(screen.getByText('Invalid email address')).toBeTruthy();
    type('Email', 'ravi@example.com');
    type('First Name', 'Ravi');
    type('Last Name', 'Iyer');
    type('Company', '');
    press('Create User');
    expect(await screen.findByText('Tq7!mz0pWv2c')).toBeTruthy();
    expect(screen.getByText(/^A welcome email was sent to ravi@example.com/)).toBeTruthy();
    expect(calls.find((call) => call.key === 'POST /users')?.body).toEqual({
      email: 'ravi@example.com',
      firstName: 'Ravi',
      lastName: 'Iyer',
      role: 'pii_view',
      companyId: null,
      generatePassword: true,
      sendEmail: true,
    });
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await waitFor(() => expect(calls.filter((call) => call.key === 'GET /users')).toHaveLength(2));
  });

  it('requires a password that meets the policy if none is generated', async () => {
    const calls = stubApi(usersApi({ 'POST /users': { user: ravi, emailSent: false } }));
    open('?new=1&company=2');
    await screen.findByRole('button', { name: 'Create User' });
    fireEvent.click(screen.getByLabelText('Generate a temporary password'));
    fireEvent.click(screen.getByLabelText('Send a welcome email'));
    type('Email', 'ravi@example.com');
    type('First Name', 'Ravi');
    type('Last Name', 'Iyer');
    type('Password', 'Short-1');
    press('Create User');
    expect(
      await screen.findByText(
        'Password must be at least 9 characters with uppercase, number, and special character',
      ),
    ).toBeTruthy();
    type('Password', 'Correct-Horse-7');
    press('Create User');
    expect(await screen.findByText('No email was sent to ravi@example.com.')).toBeTruthy();
    expect(calls.find((call) => call.key === 'POST /users')?.body).toMatchObject({
      companyId: 2,
      password: 'Correct-Horse-7',
      generatePassword: false,
      sendEmail: false,
    });
  });

  it('shows an existing address at its field, and other failures as a toast', async () => {
    let answer = problem(409, { reason: 'EMAIL_EXISTS', message: 'A user with this email already exists' });
    stubApi(usersApi({ 'POST /users': () => answer }));
    open('?new=1');
    await screen.findByRole('button', { name: 'Create User' });
    type('Email', 'ravi@example.com');
    type('First Name', 'Ravi');
    type('Last Name', 'Iyer');
    press('Create User');
    expect(await screen.findByText('A user with this email already exists')).toBeTruthy();
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    answer = problem(403, { reason: 'FRESH_PROOF_REQUIRED', message: 'proof' });
    press('Create User');
    await waitFor(() => expect(answer.bodyUsed).toBe(true));
  });

  it('offers an administrator only their companies, and no super admin role', async () => {
    startSession(
      't',
      sampleUser({
        role: 'admin',
        companyId: 2,
        companies: [{ id: 2, name: 'Bodhi', role: 'admin', permissions: ['users:manage'] }],
      }),
    );
    stubApi(usersApi());
    open('?new=1');
    await screen.findByRole('button', { name: 'Create User' });
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(options('Company')).toEqual(['Bodhi Health']);
    expect(options('Role')).toEqual(['Admin', 'PII View', 'Analytics']);
  });
});

describe('one user', () => {
  it('sends only edited fields', async () => {
    const calls = stubApi(usersApi({ 'PUT /users/2': ravi }));
    open('?edit=2');
    await screen.findByText('Edit Ravi Iyer');
    type('Role', 'admin');
    type('Company', '');
    press('Save');
    expect(await screen.findByText('User saved')).toBeTruthy();
    const put = calls.find((call) => call.key === 'PUT /users/2');
    expect(put?.body).toEqual({ role: 'admin', companyId: null });
  });

  it('is not overwritten if another user has changed it', async () => {
    let user = ravi;
    const calls = stubApi(
      usersApi({
        'GET /users/2': () => user,
        'PUT /users/2': ({ init }: { init: RequestInit }) => {
          user = { ...ravi, firstName: 'Ravindra', version: 2 };
          const isCurrent = new Headers(init.headers).get('if-match') === '"2"';
          return isCurrent ? user : problem(412, { reason: 'STALE', message: 'Changed' });
        },
      }),
    );
    open('?edit=2');
    await screen.findByText('Edit Ravi Iyer');
    type('Role', 'admin');
    press('Save');
    fireEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    const first = screen.getByLabelText<HTMLInputElement>('First Name');
    await waitFor(() => expect(first.value).toBe('Ravindra'));
    press('Save');
    expect(await screen.findByText('User saved')).toBeTruthy();
    const sent = calls.filter(({ key }) => key === 'PUT /users/2').map(({ body }) => body);
    expect(sent).toEqual([{ role: 'admin' }, { role: 'admin' }]);
  });

  it('is suspended by a labelled button', async () => {
    const calls = stubApi(usersApi({ 'POST /users/2/status': { ...ravi, status: 'suspended' } }));
    open('?change=2');
    await screen.findByText('Status of Ravi Iyer');
    fireEvent.click(screen.getByLabelText(/^Suspended/));
    press('Suspend user');
    expect(await screen.findByText('Ravi Iyer is now Suspended')).toBeTruthy();
    expect(calls.find((call) => call.key === 'POST /users/2/status')?.body).toEqual({ status: 'suspended' });
  });

  it('gets a password that meets the policy', async () => {
    const calls = stubApi(usersApi({ 'POST /users/2/admin-password': { success: true } }));
    open('?password=2');
    await screen.findByText('Set New Password for Ravi Iyer');
    type('New Password', 'weak');
    press('Set Password');
    expect(await screen.findByText(/^Password must be at least 9 characters/)).toBeTruthy();
    type('New Password', 'Correct-Horse-7');
    press('Set Password');
    expect(await screen.findByText('The password of Ravi Iyer was changed')).toBeTruthy();
    const call = calls.find(({ key }) => key === 'POST /users/2/admin-password');
    expect(call?.body).toEqual({ password: 'Correct-Horse-7' });
  });

  it.each([
    ['resend', 'Send email', false, undefined],
    ['renew', 'Send with new password', true, 'Tq7!mz0pWv2c'],
  ])('is mailed by %s', async (key, button, includeNewPassword, temporaryPassword) => {
    const answer = { success: true, emailSent: true, temporaryPassword };
    const calls = stubApi(usersApi({ 'POST /users/2/resend-email': answer }));
    open(`?${key}=2`);
    fireEvent.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByText(/^A welcome email was sent to ravi@example.com/)).toBeTruthy();
    expect(screen.queryByText('Tq7!mz0pWv2c') !== null).toBe(includeNewPassword);
    expect(calls.find((call) => call.key === 'POST /users/2/resend-email')?.body).toEqual({
      includeNewPassword,
    });
  });

  it('shows no confirmation if the mail failed', async () => {
    stubApi(usersApi({ 'POST /users/2/resend-email': { success: true, emailSent: false } }));
    open('?resend=2');
    fireEvent.click(await screen.findByRole('button', { name: 'Send email' }));
    expect(await screen.findByText('Failed to send welcome email')).toBeTruthy();
  });

  it('is deleted after a confirmation, and its panel closes', async () => {
    const calls = stubApi(usersApi({ 'DELETE /users/2': { success: true } }));
    const { router } = open('?selected=2&delete=2');
    expect(await screen.findByText(/^This action cannot be undone\./)).toBeTruthy();
    press('Delete user');
    expect(await screen.findByText('Ravi Iyer was deleted')).toBeTruthy();
    expect(calls.some((call) => call.key === 'DELETE /users/2')).toBe(true);
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});
