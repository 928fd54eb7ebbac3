import type { Permission } from '@pii-vault/contract/permissions';

/** Permission of each dialog by its key in the URL. The buttons that open it check the same. */
export const companyPermissions = {
  new: 'company:create',
  edit: 'company:manage',
  change: 'company:manage',
  reactivate: 'company:manage',
  refuse: 'company:create',
  link: 'company:manage',
  delete: 'company:create',
} as const satisfies Readonly<Record<string, Permission>>;
