/** A screen that has reference pictures. */
export interface PictureOf {
  /** Start of the file names. */
  readonly name: string;
  readonly path: string;
  readonly title: string;
  /** CSS selector of content that differs from run to run here, in addition to times and graphs. */
  readonly moving?: string;
  /** Whether it is shown without a session. */
  readonly isPublic?: true;
}

/** Charts whose axis ends at the current time. */
const CHARTS = 'main svg[style*="display"]';

/** Every screen of the console, in the order of the sidebar. */
export const PICTURES: readonly PictureOf[] = [
  { name: 'login', path: '/login', title: 'Sign in', isPublic: true },
  { name: 'reset-password', path: '/reset-password', title: 'Set a new password', isPublic: true },
  { name: 'dashboard', path: '/', title: 'PII Vault Dashboard' },
  { name: 'analytics', path: '/analytics', title: 'Analytics', moving: CHARTS },
  { name: 'individuals', path: '/individuals', title: 'Individual Profiles' },
  { name: 'add-pii', path: '/individuals/new', title: 'Add PII' },
  { name: 'imports', path: '/imports', title: 'Imports' },
  { name: 'data-lineage', path: '/data-lineage', title: 'Data Lineage' },
  { name: 'companies', path: '/companies', title: 'Company Management' },
  { name: 'encryption', path: '/encryption', title: 'Encryption' },
  { name: 'encryption-keys', path: '/encryption-keys', title: 'Key Management' },
  { name: 'access-control', path: '/access-control', title: 'Access Control' },
  { name: 'security-dashboard', path: '/security-dashboard', title: 'Security Dashboard', moving: CHARTS },
  { name: 'compliance', path: '/compliance', title: 'Compliance', moving: CHARTS },
  { name: 'purposes', path: '/purposes', title: 'Purposes & Notices' },
  { name: 'grievances', path: '/grievances', title: 'Grievances' },
  { name: 'incidents', path: '/incidents', title: 'Breach Incidents' },
  { name: 'recipients', path: '/recipients', title: 'Recipients' },
  { name: 'erasures', path: '/erasures', title: 'Erasures' },
  { name: 'access-reviews', path: '/access-reviews', title: 'Access Reviews' },
  // Entries with the same time have no fixed order.
  { name: 'audit', path: '/audit', title: 'Audit Trail', moving: 'main ol' },
  { name: 'approvals', path: '/approvals', title: 'Approvals' },
  { name: 'limits', path: '/limits', title: 'Limits' },
  { name: 'second-factor', path: '/second-factor', title: 'Second Factor' },
  { name: 'users', path: '/users', title: 'User Management' },
  { name: 'api-testing', path: '/api-testing', title: 'API Testing' },
  { name: 'webhooks', path: '/webhooks', title: 'Webhooks' },
  { name: 'pii-masking-demo', path: '/pii-masking-demo', title: 'PII Masking Demo' },
  { name: 'change-password', path: '/change-password', title: 'Change Password' },
  { name: 'sign-in-security', path: '/sign-in-security', title: 'Sign-in Security' },
  { name: 'parked-events', path: '/parked-events', title: 'Parked Events' },
  { name: 'not-found', path: '/nowhere', title: '404 Page Not Found' },
];
