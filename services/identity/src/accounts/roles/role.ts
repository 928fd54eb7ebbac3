/** All roles, most powerful first. */
export const ROLES = ['super_admin', 'admin', 'pii_view', 'analytics'] as const;
export type Role = (typeof ROLES)[number];

const LABELS: Readonly<Record<Role, string>> = {
  super_admin: 'Super Admin',
  admin: 'Admin',
  pii_view: 'PII View',
  analytics: 'Analytics',
};

export interface RoleOption {
  readonly value: Role;
  readonly label: string;
}

/** 'PII View' for 'pii_view'; an unknown role unchanged. */
export const roleLabel = (role: string): string => (isRole(role) ? LABELS[role] : role);

export function isRole(value: string): value is Role {
  return ROLES.some((role) => role === value);
}

/** Options of the console's role selects, in the order of ROLES. */
export function roleOptions(): RoleOption[] {
  return ROLES.map((value) => ({ value, label: LABELS[value] }));
}
