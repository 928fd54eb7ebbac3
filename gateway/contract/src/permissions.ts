export const permissions = [
  'pii:read',
  'pii:reveal',
  'pii:write',
  'pii:erase',
  'audit:read',
  'company:create',
  'company:manage',
  'encryption:manage',
  'lineage:read',
  'lineage:pairs',
  'lineage:decide',
  'compliance:read',
  'compliance:manage',
  'notes:read',
  'users:manage',
  'access:manage',
  'access:automate',
  'security:read',
  'analytics:read',
] as const;

export type Permission = (typeof permissions)[number];

/** Meaning of each permission, for the console's guides. */
export const permissionMeanings: Readonly<Record<Permission, string>> = {
  'pii:read': 'Individuals, metrics and the masking demo, masked',
  'pii:reveal': 'Raw values with a purpose, and search by value',
  'pii:write': 'Create and correct records, import, record and withdraw consent',
  'pii:erase': 'Erase individuals',
  'audit:read': 'Audit trail and user actions',
  'company:create': 'Create companies',
  'company:manage': 'Edit companies, their status and link agreements',
  'encryption:manage': 'Keys, rotation and key store status',
  'lineage:read': 'Duplicates inside companies, and figures over all links',
  'lineage:pairs': 'Which individuals are linked across companies',
  'lineage:decide': 'Verify or reject links',
  'compliance:read': 'Compliance checks',
  'compliance:manage': 'Run checks, reports and registers',
  'notes:read':
    'Free text of grievances, incidents, recipients, erasures and link decisions; each reading is audited',
  'users:manage': 'Users, company roles and API credentials',
  'access:manage': 'Allowed addresses and domains',
  'access:automate':
    'Grant and extend access with API credentials and delegated tokens; no role has it by default',
  'security:read': 'Login attempts and threats',
  'analytics:read': 'Analytics',
};
