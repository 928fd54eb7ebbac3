import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Prefixes of paths that show or count people, their links, or actions on them, and of what these may still do. */
const paths = [
  ...['/individuals', '/duplicates', '/companies', '/data-lineage', '/audit-trail'],
  ...['/dashboard', '/waiting', '/analytics', '/reveal-budget'],
];

/** Refetches queries that new or changed people make stale. */
export function useInvalidateIndividuals(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && paths.some((start) => path.startsWith(start)),
      }),
    [queryClient],
  );
}
