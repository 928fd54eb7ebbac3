import type { Page } from 'playwright-core';
import { button, confirmFresh, hold, open, openFresh, refuse, toast } from './acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { Tour } from './tour.ts';
import { usersStrings } from './users-strings.ts';

const TITLE = 'User Management';
const PATH = '/users?company=1';
/** The demo's partner; no other suite signs in as this user. */
const PARTNER = 'crm@example.com';
const PASSWORD = 'Tour-of-1-screen!';

async function partnerId(tour: Tour): Promise<number> {
  const { api } = await tour.as('super_admin');
  const users = await api.call('GET /users', { query: { limit: 200 } });
  return users.find(({ email }) => email === PARTNER)?.id ?? 0;
}

const inDialog = (page: Page, name: string) =>
  button(page.getByRole('dialog').or(page.getByRole('alertdialog')).last(), name).click();

async function fillUser(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('First Name').fill('Tara');
  await page.getByLabel('Last Name').fill('Sen');
}

const opened = (key: string) => async (tour: Tour) =>
  await openFresh(tour, `${PATH}&${key}=${key === 'new' ? 1 : await partnerId(tour)}`, TITLE);
/** Acts in a dialog whose call the server refuses without a message. */
const failing =
  (key: string, method: string, path: RegExp, act: (page: Page) => Promise<void>): Reach =>
  async (tour: Tour) => {
    const page = await opened(key)(tour);
    const { window } = await tour.as('super_admin');
    await refuse(window, { method, path, status: 500 });
    await act(page);
    await toast(page, 'Error');
    return page;
  };
const done =
  (key: string, said: string, act: (page: Page) => Promise<void>): Reach =>
  async (tour: Tour) => {
    const page = await opened(key)(tour);
    await act(page);
    await toast(page, said);
    return page;
  };
const assign = async (page: Page) => {
  await button(page, 'Add role').click();
  await page.getByRole('dialog').getByLabel('Company').selectOption({ label: 'Bodhi Health' });
  await page.getByRole('dialog').getByLabel('Role').selectOption({ label: 'Analytics' });
  await inDialog(page, 'Assign Role');
};
const remove = async (page: Page) => {
  await button(page, 'Remove the role in Bodhi Health').click();
  await inDialog(page, 'Remove role');
};
const rotate = async (page: Page) => {
  await inDialog(page, 'Rotate secret');
  await page.getByText('Rotate the secret?').waitFor();
  await inDialog(page, 'Rotate secret');
};
const revoke = async (page: Page) => {
  await inDialog(page, 'Revoke credentials');
  await page.getByRole('heading', { name: 'Revoke API Credentials' }).waitFor();
  await inDialog(page, 'Revoke credentials');
};
const setPassword = async (page: Page) => {
  await page.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await inDialog(page, 'Set Password');
};
const create = async (page: Page) => {
  await fillUser(page, 'tara@example.com');
  await inDialog(page, 'Create User');
};
const id = '\\d+';
const at = (rest: string) => new RegExp(`^/users/${id}${rest}$`);

const states = {
  open: (tour: Tour) => open(tour, PATH, TITLE),
  'a list without users': (tour: Tour) => open(tour, `${PATH}&role=analytics&status=suspended`, TITLE),
  'an empty list': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await page.route(
      (url) => url.pathname === '/api/users',
      (route) => route.fulfill({ json: [] }),
    );
    return await open(tour, PATH, TITLE);
  },
  'the menu of a user': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, 'Actions for Partner CRM').click();
    return page;
  },
  'the role filter': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, 'Role: All Roles').click();
    return page;
  },
  'the status filter': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, 'Status: All Status').click();
    return page;
  },
  'the add dialog': opened('new'),
  'an empty edit form': async (tour: Tour) => {
    const page = await opened('edit')(tour);
    for (const label of ['Email', 'First Name', 'Last Name'])
      await page.getByRole('dialog').getByLabel(label).fill('');
    await inDialog(page, 'Save');
    return page;
  },
  'a user who cannot be updated': failing('edit', 'PUT', at(''), async (page) => {
    await page.getByLabel('First Name').fill('Partners');
    await inDialog(page, 'Save');
  }),
  'a user who cannot be deleted': failing('delete', 'DELETE', at(''), (page) =>
    inDialog(page, 'Delete user'),
  ),
  'a password that cannot be set': failing('password', 'POST', at('/admin-password'), setPassword),
  'the roles': opened('roles'),
  'a role that cannot be assigned': failing('roles', 'POST', at('/company-roles'), assign),
  'a role is being assigned': async (tour: Tour) => {
    const page = await opened('roles')(tour);
    await hold({ page }, 'POST', `/users/${await partnerId(tour)}/company-roles`);
    await assign(page);
    return page;
  },
  'a role assigned': done('roles', 'Company role assigned successfully', assign),
  'the roles with it': opened('roles'),
  'a role that cannot be removed': failing('roles', 'DELETE', at(`/company-roles/${id}`), remove),
  'a role removed': done('roles', 'Company role removed successfully', remove),
  'credentials that cannot be rotated': failing('credentials', 'POST', at('/api-credentials/rotate'), rotate),
  'credentials that cannot be revoked': failing('credentials', 'DELETE', at('/api-credentials'), revoke),
  'credentials rotated': done('credentials', 'Success', rotate),
  'credentials revoked': done('credentials', 'Success', revoke),
  'credentials that cannot be generated': failing(
    'credentials',
    'POST',
    at('/api-credentials/generate'),
    (page) => inDialog(page, 'Generate credentials'),
  ),
  'credentials generated': done('credentials', 'Success', (page) => inDialog(page, 'Generate credentials')),
  'the question before a deletion': opened('delete'),
  'a user created': async (tour: Tour) => {
    await confirmFresh(await tour.as('super_admin'));
    return await done('new', 'The temporary password is shown only once:', create)(tour);
  },
} satisfies Record<string, Reach>;

export function users(tour: Tour): void {
  describeScreen(tour, '/users', usersStrings, states);
}
