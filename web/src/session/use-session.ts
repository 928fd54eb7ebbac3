import type { Permission } from '@pii-vault/contract/permissions';
import { useSyncExternalStore } from 'react';
import { readSession, subscribeSession } from './session-store.ts';
import type { SessionUser } from './session-user.ts';

export const useSession = () => useSyncExternalStore(subscribeSession, readSession);

/** The signed-in user; only below the shell, which exists only for one. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error('useUser outside a session');
  return user;
}

/** `can('pii:reveal')`: decides what is offered; the server decides what is allowed. */
export function useCan(): (permission: Permission) => boolean {
  const { user } = useSession();
  return (permission) => user?.permissions.includes(permission) ?? false;
}
