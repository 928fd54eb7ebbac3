import type { SCREENS } from './every-screen.ts';
import type { Role } from './tour.ts';

export const EVERYBODY: readonly Role[] = ['super_admin', 'admin', 'pii_view', 'analytics'];
const ADMINS: readonly Role[] = ['super_admin', 'admin'];
const REVEALERS: readonly Role[] = [...ADMINS, 'pii_view'];
/** The company of every user of the demo. */
const HERE = { companyId: 1 };

interface Access {
  readonly path: (typeof SCREENS)[number]['path'];
  /** Roles that may open the screen. */
  readonly roles: readonly Role[];
  /** The screen's main call, which the server refuses to other roles. */
  readonly call?: string;
  /** An action of some of these roles: its button, and its call, which the server refuses to other roles. */
  readonly acts?: { readonly name: string; readonly roles: readonly Role[]; readonly call?: Call };
}
type Call = readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, body: object];

/** Roles of each screen, in the order of SCREENS. */
export const ACCESS: readonly Access[] = [
  { path: '/', roles: EVERYBODY },
  {
    path: '/individuals',
    roles: EVERYBODY,
    call: '/individuals?companyId=1',
    acts: {
      name: 'Add PII',
      roles: ADMINS,
      call: ['POST', '/individuals', { companyId: 1 }],
    },
  },
  { path: '/data-lineage', roles: EVERYBODY, call: '/data-lineage/entries?companyId=1' },
  {
    path: '/companies',
    roles: EVERYBODY,
    acts: {
      name: 'Add Company',
      roles: ['super_admin'],
      call: ['POST', '/companies', { name: 'Tour', code: 'ROLE', tier: 'secondary', status: 'active' }],
    },
  },
  { path: '/api-testing', roles: EVERYBODY },
  { path: '/users', roles: ADMINS, call: '/users' },
  { path: '/pii-masking-demo', roles: EVERYBODY, call: '/pii-demo?companyId=1' },
  { path: '/access-control', roles: ['super_admin'], call: '/admin/access-control' },
  { path: '/security-dashboard', roles: ADMINS, call: '/security/login-statistics?hours=24' },
  { path: '/encryption', roles: ADMINS, call: '/encryption-keys?companyId=1' },
  { path: '/encryption-keys', roles: ADMINS, call: '/encryption-keys?companyId=1' },
  { path: '/compliance', roles: EVERYBODY, call: '/compliance?companyId=1' },
  { path: '/analytics', roles: [...ADMINS, 'analytics'], call: '/analytics?companyId=1&days=7' },
  { path: '/audit', roles: ADMINS, call: '/audit-trail?companyId=1' },
  { path: '/change-password', roles: EVERYBODY },
  { path: '/imports', roles: ADMINS, call: '/imports?companyId=1' },
  {
    path: '/individuals/new',
    roles: ADMINS,
    acts: {
      name: 'Continue',
      roles: ADMINS,
      call: [
        'POST',
        '/pii-records',
        { ...HERE, consentDetails: { purpose: 'kyc' }, fields: { name: 'Tour' } },
      ],
    },
  },
  {
    path: '/purposes',
    roles: EVERYBODY,
    call: '/purposes?companyId=1',
    acts: { name: 'Add Purpose', roles: ADMINS, call: ['POST', '/purposes', { ...HERE, purpose: 'tour' }] },
  },
  {
    path: '/grievances',
    roles: EVERYBODY,
    call: '/grievances?companyId=1',
    acts: {
      name: 'Add Grievance',
      roles: ADMINS,
      call: ['POST', '/grievances', { ...HERE, category: 'other', subject: 'Tour', periodDays: 30 }],
    },
  },
  {
    path: '/incidents',
    roles: EVERYBODY,
    call: '/incidents?companyId=1',
    acts: { name: 'Add Incident', roles: ADMINS, call: ['POST', '/incidents', { ...HERE, title: 'Tour' }] },
  },
  {
    path: '/recipients',
    roles: EVERYBODY,
    call: '/recipients?companyId=1',
    acts: {
      name: 'Add Recipient',
      roles: ADMINS,
      call: [
        'POST',
        '/recipients',
        { ...HERE, code: 'tour', name: 'Tour', kind: 'processor', purposes: ['kyc'] },
      ],
    },
  },
  {
    path: '/erasures',
    roles: ADMINS,
    call: '/erasures?companyId=1',
    acts: {
      name: 'Erase a Person',
      roles: ADMINS,
      call: ['POST', '/individuals/1/erase', { ...HERE, reason: 'Tour' }],
    },
  },
  {
    path: '/access-reviews',
    roles: EVERYBODY,
    call: '/access-reviews?companyId=1',
    acts: { name: 'Record a Review', roles: ADMINS, call: ['POST', '/access-reviews', HERE] },
  },
  {
    path: '/approvals',
    roles: REVEALERS,
    call: '/approvals?companyId=1',
    acts: {
      name: 'Save roles',
      roles: ADMINS,
      call: ['PUT', '/second-factor-policy', { ...HERE, roles: [] }],
    },
  },
  {
    path: '/webhooks',
    roles: ADMINS,
    call: '/webhooks?companyId=1',
    acts: {
      name: 'Add Webhook',
      roles: ADMINS,
      call: ['POST', '/webhooks', { ...HERE, url: 'https://tour.example/', events: ['link_detected'] }],
    },
  },
  { path: '/sign-in-security', roles: EVERYBODY, call: '/auth/factors' },
];
