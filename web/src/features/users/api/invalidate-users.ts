import { useQueryClient } from '@tanstack/react-query';

/** Refetches the list, the open user, its company roles, credentials and sessions. */
export function useInvalidateUsers(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['/users'] });
}
