import type { Permission } from '@pii-vault/contract/permissions';
import { useContext, useSyncExternalStore } from 'react';
import { PermissionScope } from './permission-scope.ts';
import { readSession, subscribeSession } from './session-store.ts';
import type { SessionUser } from './session-user.ts';

export const useSession = () => useSyncExternalStore(subscribeSession, readSession);

/** The signed-in user. Only for components below the shell. @throws Error without a session */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error('useUser outside a session');
  return user;
}

/**
 * `can('pii:reveal')` decides what the console offers; the server decides what is allowed. It applies to the given
 * company, else to that of the scope: a user may have a different role in each.
 */
export function useCan(): (permission: Permission, companyId?: number) => boolean {
  const { user } = useSession();
  const scope = useContext(PermissionScope);
  return (permission, companyId = scope) =>
    user !== null && permissionsIn(user, companyId).includes(permission);
}

/** Permissions in any company: for screens that show all companies. */
export function useCanAnywhere(): (permission: Permission) => boolean {
  const { user } = useSession();
  return (permission) => user?.permissions.includes(permission) ?? false;
}

function permissionsIn({ companies, permissions }: SessionUser, companyId: number | undefined) {
  // The list of a super admin is empty: its permissions hold in every company.
  if (companyId === undefined || companies.length === 0) return permissions;
  const own = companies.find(({ id }) => id === companyId);
  // A session stored by an earlier release has no permissions by company until it is checked.
  return own ? (own.permissions ?? permissions) : [];
}
