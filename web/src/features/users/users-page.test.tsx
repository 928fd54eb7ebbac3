import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { press, pressIn, type, versionOf } from '../../testing/acts.ts';
import { type ApiCall, problem } from '../../testing/stub-api.ts';
import { meera, ravi, showUsers, usersPage } from './testing/show-users.ts';

describe('the list', () => {
  it('counts the users and names role, company and status', async () => {
    await showUsers();
    expect(await screen.findByText('Users (2)')).toBeTruthy();
    const row = within(screen.getByText('Ravi Iyer').closest('tr') as HTMLElement);
    for (const text of ['ravi@example.com', 'PII View', 'Asha Bank', 'Active', 'Never'])
      expect(row.getByText(text)).toBeTruthy();
    for (const text of ['All Companies', 'No raw PII; masked data and analytics only.'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([
    ['Edit Ravi Iyer', 'edit=2'],
    ['Company roles of Ravi Iyer', 'roles=2'],
  ])('has %s next to the menu of the row', async (name, opened) => {
    const { router } = await showUsers('?company=1');
    await press(name);
    await waitFor(() => expect(router.state.location.search).toBe(`?company=1&${opened}`));
  });

  it('is requested with the filters of the address, and has texts for no users', async () => {
    const { router, sent } = await showUsers('?company=1', { 'GET /users': [] });
    expect(await screen.findByText('No users found. Create your first user to get started.')).toBeTruthy();
    await router.navigate('/users?role=admin&status=suspended&in=2&company=1');
    expect(await screen.findByText('No users found with these filters.')).toBeTruthy();
    const asked = () => sent('GET /users').at(-1)?.url.search;
    await waitFor(() => expect(asked()).toBe('?role=admin&status=suspended&companyId=2&limit=50'));
    await press('Clear filters');
    await waitFor(() => expect(router.state.location.search).toBe('?company=1'));
  });

  it('sorts only a complete list; one page of several has the order of the server', async () => {
    const link = '</api/users?cursor=x>; rel="next"';
    await showUsers('', { 'GET /users': usersPage([ravi, meera], { link }) });
    await screen.findByText('Ravi Iyer');
    expect(screen.queryByRole('button', { name: 'Email' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', false);
  });
});

describe('Add User', () => {
  const MADE = 'POST /users';
  async function fill(): Promise<void> {
    await type('Email', 'ravi@example.com');
    await type('First Name', 'Ravi');
    await type('Last Name', 'Iyer');
  }

  it('creates with a generated password, shows it once and refreshes the list', async () => {
    const answer = { user: ravi, temporaryPassword: 'Tq7!mz0pWv2c', emailSent: true };
    const { router, sent } = await showUsers('?company=1&new=1', { [MADE]: answer });
    await pressIn('Create User');
    for (const text of ['First name is required', 'Last name is required', 'Invalid email address'])
      expect(await screen.findByText(text)).toBeTruthy();
    await fill();
    await type('Company', '');
    await pressIn('Create User');
    for (const text of ['Tq7!mz0pWv2c', /^A welcome email was sent to ravi@example.com/])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(sent(MADE)[0]?.body).toEqual({
      ...{ email: 'ravi@example.com', firstName: 'Ravi', lastName: 'Iyer', role: 'pii_view' },
      ...{ companyId: null, generatePassword: true, sendEmail: true },
    });
    await waitFor(() => expect(router.state.location.search).toBe('?company=1'));
    await waitFor(() => expect(sent('GET /users')).toHaveLength(2));
  });

  it('requires a password that meets the policy if none is generated', async () => {
    const { sent } = await showUsers('?company=2&new=1', { [MADE]: { user: ravi, emailSent: false } });
    await screen.findByRole('button', { name: 'Create User' });
    for (const label of ['Generate a temporary password', 'Send a welcome email'])
      fireEvent.click(screen.getByLabelText(label));
    await fill();
    await type('Password', 'Short-1');
    await pressIn('Create User');
    await screen.findByText(
      'Password must be at least 9 characters with uppercase, number, and special character',
    );
    await type('Password', 'Correct-Horse-7');
    await pressIn('Create User');
    expect(await screen.findByText('No email was sent to ravi@example.com.')).toBeTruthy();
    expect(sent(MADE)[0]?.body).toMatchObject({
      ...{ companyId: 2, password: 'Correct-Horse-7', generatePassword: false, sendEmail: false },
    });
  });

  it('shows an existing address at its field', async () => {
    const message = 'A user with this email already exists';
    await showUsers('?new=1', { [MADE]: problem(409, { reason: 'EMAIL_EXISTS', message }) });
    await screen.findByRole('button', { name: 'Create User' });
    await fill();
    await pressIn('Create User');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps the form after any other failure, with the text of section 8', async () => {
    await showUsers('?new=1', { [MADE]: problem(500, {}) });
    await screen.findByRole('button', { name: 'Create User' });
    await fill();
    await pressIn('Create User');
    expect(await screen.findByText('Failed to create user')).toBeTruthy();
    expect(screen.getByLabelText('Email')).toBeTruthy();
  });

  it('offers an administrator only their companies, and no super admin role', async () => {
    const companies = [{ id: 2, name: 'Bodhi', role: 'admin', permissions: ['users:manage'] }];
    await showUsers('?new=1', {}, { role: 'admin', companyId: 2, companies });
    await screen.findByRole('button', { name: 'Create User' });
    const options = (label: string) => {
      const offered = within(screen.getByLabelText(label)).getAllByRole('option');
      return offered.map((option) => option.textContent);
    };
    expect(options('Company')).toEqual(['Bodhi Health']);
    expect(options('Role')).toEqual(['Admin', 'PII View', 'Analytics']);
  });
});

describe('one user', () => {
  it('sends only edited fields', async () => {
    const { sent } = await showUsers('?edit=2');
    await screen.findByText('Edit Ravi Iyer');
    await type('Role', 'admin');
    await type('Company', '');
    await pressIn('Save');
    expect(await screen.findByText('User saved')).toBeTruthy();
    expect(sent('PUT /users/2')[0]?.body).toEqual({ role: 'admin', companyId: null });
  });

  it('is not overwritten if another user has changed it', async () => {
    let user = ravi;
    const { sent } = await showUsers('?edit=2', {
      'GET /users/2': () => user,
      'PUT /users/2': (call: ApiCall) => {
        user = { ...ravi, firstName: 'Ravindra', version: 2 };
        return versionOf(call) === '"2"' ? user : problem(412, { reason: 'STALE', message: 'Changed' });
      },
    });
    await screen.findByText('Edit Ravi Iyer');
    await type('Role', 'admin');
    for (const name of ['Save', 'Reload']) await pressIn(name);
    const first = screen.getByLabelText<HTMLInputElement>('First Name');
    await waitFor(() => expect(first.value).toBe('Ravindra'));
    await pressIn('Save');
    expect(await screen.findByText('User saved')).toBeTruthy();
    expect(sent('PUT /users/2').map(({ body }) => body)).toEqual([{ role: 'admin' }, { role: 'admin' }]);
  });

  it('is suspended by a labelled button', async () => {
    const key = 'POST /users/2/status';
    const { sent } = await showUsers('?change=2', { [key]: { ...ravi, status: 'suspended' } });
    fireEvent.click(await screen.findByLabelText(/^Suspended/));
    await pressIn('Suspend user');
    expect(await screen.findByText('Ravi Iyer is now Suspended')).toBeTruthy();
    expect(sent(key)[0]?.body).toEqual({ status: 'suspended' });
  });

  it('gets a password that meets the policy', async () => {
    const { sent } = await showUsers('?password=2');
    await type('New Password', 'weak');
    await pressIn('Set Password');
    expect(await screen.findByText(/^Password must be at least 9 characters/)).toBeTruthy();
    await type('New Password', 'Correct-Horse-7');
    await pressIn('Set Password');
    expect(await screen.findByText('The password of Ravi Iyer was changed')).toBeTruthy();
    expect(sent('POST /users/2/admin-password')[0]?.body).toEqual({ password: 'Correct-Horse-7' });
  });

  const MAIL = 'POST /users/2/resend-email';
  const mailed = /^A welcome email was sent to ravi@example.com/;
  it.each([
    ['resend', 'Send email', false, { emailSent: true }, mailed],
    ['renew', 'Send with new password', true, { emailSent: true, temporaryPassword: 'Tq7!' }, mailed],
    ['resend', 'Send email', false, { emailSent: false }, 'Failed to send welcome email'],
  ])('is mailed by %s: %s, %s, %o', async (key, button, includeNewPassword, answer, text) => {
    const { sent } = await showUsers(`?${key}=2`, { [MAIL]: { success: true, ...answer } });
    await pressIn(button);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('Tq7!') !== null).toBe(includeNewPassword);
    expect(sent(MAIL)[0]?.body).toEqual({ includeNewPassword });
  });
});
