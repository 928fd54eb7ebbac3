import type { RevealPolicy } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export const useRevealPolicy = (companyId: number) =>
  useQuery({
    queryKey: ['/reveal-policy', { companyId }],
    queryFn: ({ signal }) => client.call('GET /reveal-policy', { query: { companyId }, signal }),
  });

const PATHS = ['/reveal-policy', '/reveal-budget'];

export function useSetRevealPolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<RevealPolicy, 'updatedAt' | 'pending'>) =>
      client.call('PUT /reveal-policy', { body }),
    onSuccess: () => Promise.all(PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] }))),
  });
}

interface ChangeDecision {
  companyId: number;
  id: number;
  isApproved: boolean;
}

/** Approves or refuses looser limits; the client asks for the password where it is needed. */
export function useDecidePolicyChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ companyId, id, isApproved }: ChangeDecision) =>
      client.call('POST /reveal-policy/changes/{id}/decide', {
        params: { id },
        body: { companyId, decision: isApproved ? 'approved' : 'refused' },
      }),
    // Also after a refusal by the server: another person may have decided meanwhile. Not awaited: the refreshed policy
    // unmounts the question, and callbacks of an unmounted component do not run.
    onSettled: () => {
      for (const path of PATHS) void queryClient.invalidateQueries({ queryKey: [path] });
    },
  });
}
