import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { callQuery } from '../../../client/queries.ts';

/** The latest check of each rule; the badges of the shell ask for the same. */
export const useComplianceChecks = (companyId: number) =>
  useQuery(callQuery('GET /compliance', { query: { companyId } }));

/** Gathers the facts and evaluates every rule now; half a minute at most. */
export function useRunChecks(companyId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /compliance/run', { body: { companyId } }),
    onSuccess: async (checks) => {
      queryClient.setQueryData(['/compliance', { companyId }], checks);
      await Promise.all(
        ['/compliance/trend', '/compliance/history', '/companies', '/dashboard/metrics'].map((path) =>
          queryClient.invalidateQueries({ queryKey: [path] }),
        ),
      );
    },
  });
}

/** Every latest check as CSV. @throws Problem */
export const exportChecks = (companyId: number, signal: AbortSignal) =>
  client.download('GET /compliance/export', { query: { companyId, format: 'csv' }, signal });
