import type { Permission } from '@pii-vault/contract/permissions';
import { useContext, useSyncExternalStore } from 'react';
import { PermissionScope } from './permission-scope.ts';
import { readSession, subscribeSession } from './session-store.ts';
import type { SessionUser } from './session-user.ts';

export const useSession = () => useSyncExternalStore(subscribeSession, readSession);

/** The signed-in user; only below the shell, which exists only for one. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error('useUser outside a session');
  return user;
}

/**
 * `can('pii:reveal')`: decides what is offered; the server decides what is allowed. It is asked of the company given,
 * else of the scope's: one user may have another role in each.
 */
export function useCan(): (permission: Permission, companyId?: number) => boolean {
  const { user } = useSession();
  const scope = useContext(PermissionScope);
  return (permission, companyId = scope) =>
    user !== null && permissionsIn(user, companyId).includes(permission);
}

/** What the user may do in any company: for screens that show them all. */
export function useCanAnywhere(): (permission: Permission) => boolean {
  const { user } = useSession();
  return (permission) => user?.permissions.includes(permission) ?? false;
}

function permissionsIn({ companies, permissions }: SessionUser, companyId: number | undefined) {
  // A super admin has no list: its permissions hold in every company.
  if (companyId === undefined || companies.length === 0) return permissions;
  const own = companies.find(({ id }) => id === companyId);
  // A session that an earlier release kept has no permissions by company until it is checked.
  return own ? (own.permissions ?? permissions) : [];
}
