import type { SCREENS } from './every-screen.ts';
import type { Role } from './tour.ts';

export const EVERYBODY: readonly Role[] = ['super_admin', 'admin', 'pii_view', 'analytics'];
const ADMINS: readonly Role[] = ['super_admin', 'admin'];
const REVEALERS: readonly Role[] = [...ADMINS, 'pii_view'];

interface Access {
  readonly path: (typeof SCREENS)[number]['path'];
  /** Roles that may open the screen. */
  readonly roles: readonly Role[];
  /** An action of some of these roles, by its button. */
  readonly acts?: { readonly name: string; readonly roles: readonly Role[] };
}

/** Roles of each screen, in the order of SCREENS. */
export const ACCESS: readonly Access[] = [
  { path: '/', roles: EVERYBODY },
  { path: '/individuals', roles: EVERYBODY, acts: { name: 'Add PII', roles: ADMINS } },
  { path: '/data-lineage', roles: EVERYBODY },
  { path: '/companies', roles: EVERYBODY, acts: { name: 'Add Company', roles: ['super_admin'] } },
  { path: '/api-testing', roles: EVERYBODY },
  { path: '/users', roles: ADMINS },
  { path: '/pii-masking-demo', roles: EVERYBODY },
  { path: '/access-control', roles: ['super_admin'] },
  { path: '/security-dashboard', roles: ADMINS },
  { path: '/encryption', roles: ADMINS },
  { path: '/encryption-keys', roles: ADMINS },
  { path: '/compliance', roles: EVERYBODY },
  { path: '/analytics', roles: [...ADMINS, 'analytics'] },
  { path: '/audit', roles: ADMINS },
  { path: '/change-password', roles: EVERYBODY },
  { path: '/imports', roles: ADMINS },
  { path: '/individuals/new', roles: ADMINS, acts: { name: 'Continue', roles: ADMINS } },
  { path: '/purposes', roles: EVERYBODY, acts: { name: 'Add Purpose', roles: ADMINS } },
  { path: '/grievances', roles: EVERYBODY, acts: { name: 'Add Grievance', roles: ADMINS } },
  { path: '/incidents', roles: EVERYBODY, acts: { name: 'Add Incident', roles: ADMINS } },
  { path: '/recipients', roles: EVERYBODY, acts: { name: 'Add Recipient', roles: ADMINS } },
  { path: '/erasures', roles: ADMINS, acts: { name: 'Erase a Person', roles: ADMINS } },
  { path: '/access-reviews', roles: EVERYBODY, acts: { name: 'Start a Review', roles: ADMINS } },
  { path: '/approvals', roles: REVEALERS, acts: { name: 'Request approval', roles: REVEALERS } },
  { path: '/limits', roles: ADMINS, acts: { name: 'Save limits', roles: ADMINS } },
  { path: '/second-factor', roles: ADMINS, acts: { name: 'Save roles', roles: ADMINS } },
  { path: '/webhooks', roles: ADMINS, acts: { name: 'Add Webhook', roles: ADMINS } },
  { path: '/sign-in-security', roles: EVERYBODY },
  { path: '/parked-events', roles: ['super_admin'] },
];
