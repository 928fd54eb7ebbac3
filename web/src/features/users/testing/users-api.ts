import type { LiveSession } from '@pii-vault/contract/auth/tokens-schema';
import type { User } from '@pii-vault/contract/users/users-schema';
import { sampleCompany } from '../../../testing/samples.ts';

const at = '2026-11-21T08:00:00.000Z';

export const ravi: User = {
  id: 2,
  email: 'ravi@example.com',
  firstName: 'Ravi',
  lastName: 'Iyer',
  role: 'pii_view',
  status: 'active',
  companyId: 1,
  company: { name: 'Asha Bank' },
  lastLoginAt: null,
  createdAt: at,
  updatedAt: at,
  version: 1,
};

/** The signed-in user: `sampleUser()`. */
export const meera: User = {
  ...ravi,
  id: 1,
  email: 'meera@example.com',
  firstName: 'Meera',
  role: 'super_admin',
  companyId: null,
  company: null,
  lastLoginAt: at,
};

export const sampleSession = (change: Partial<LiveSession> = {}): LiveSession => ({
  id: 'q0J8m1Zc',
  kind: 'login',
  userId: 2,
  companyId: null,
  role: null,
  ipAddress: '203.0.113.7',
  userAgent: 'Firefox',
  createdAt: at,
  createdBy: 2,
  createdByName: 'Ravi Iyer',
  lastSeenAt: at,
  expiresAt: at,
  isCurrent: false,
  ...change,
});

/** A page of users with their count. */
export const usersPage =
  (users: readonly User[], headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(users), { headers: { 'x-total-count': String(users.length), ...headers } });

/** Answers of a vault with two users and two companies, for stubApi. */
export function usersApi<More extends object>(more?: More) {
  return {
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
    'GET /users/2/company-roles': [],
    'GET /users/1/sessions': [],
    'GET /users/2/sessions': [],
    'GET /users/2/api-credentials': {
      hasCredentials: false,
      clientId: null,
      createdAt: null,
      lastUsed: null,
    },
    ...more,
  };
}
