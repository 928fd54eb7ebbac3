import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

const paths = ['/individuals', '/individuals/summary', '/individuals/{id}', '/duplicates', '/companies'];

/** What new or changed people make stale. */
export function useInvalidateIndividuals(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
  }, [queryClient]);
}
