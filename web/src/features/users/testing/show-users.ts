import type { User } from '@pii-vault/contract/users/users-schema';
import { exampleRow } from '../../../testing/examples.ts';
import { sampleCompany, sampleUser } from '../../../testing/samples.ts';
import { showScreen } from '../../../testing/screen.tsx';

export const ravi: User = { ...exampleRow('GET /users'), company: { name: 'Asha Bank' } };

const { email, firstName } = sampleUser();
/** The signed-in user. */
export const meera: User = {
  ...{ ...ravi, id: 1, email, firstName, role: 'super_admin', companyId: null, company: null },
  lastLoginAt: '2026-11-21T08:00:00.000Z',
};

/** A page of users with their count. */
export const usersPage =
  (users: readonly User[], headers: Record<string, string> = {}) =>
  () =>
    Response.json(users, { headers: { 'x-total-count': String(users.length), ...headers } });

/** User Management of a vault with two users and two companies. */
export const showUsers = (search = '', answers: object = {}, user = {}) =>
  showScreen(
    `/users${search}`,
    {
      'GET /companies': [sampleCompany(1, { name: 'Asha Bank' }), sampleCompany(2, { name: 'Bodhi Health' })],
      'GET /users': usersPage([ravi, meera]),
      'GET /users/1': meera,
      'GET /users/2': ravi,
      'GET /users/roles': [
        { value: 'super_admin', label: 'Super Admin' },
        { value: 'admin', label: 'Admin' },
        { value: 'pii_view', label: 'PII View' },
        { value: 'analytics', label: 'Analytics' },
      ],
      ...answers,
    },
    user,
  );
