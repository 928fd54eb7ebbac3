import type { Permission } from '@pii-vault/contract/permissions';

/** What each dialog of the screen needs, by its key in the address; its buttons ask for the same. */
export const companyPermissions = {
  new: 'company:create',
  edit: 'company:manage',
  change: 'company:manage',
  reactivate: 'company:manage',
  refuse: 'company:create',
  link: 'company:manage',
  delete: 'company:create',
} as const satisfies Readonly<Record<string, Permission>>;
