import type { RevealPolicy } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export const useRevealPolicy = (companyId: number) =>
  useQuery({
    queryKey: ['/reveal-policy', { companyId }],
    queryFn: ({ signal }) => client.call('GET /reveal-policy', { query: { companyId }, signal }),
  });

export function useSetRevealPolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<RevealPolicy, 'updatedAt'>) => client.call('PUT /reveal-policy', { body }),
    onSuccess: () =>
      Promise.all(
        ['/reveal-policy', '/reveal-budget'].map((path) =>
          queryClient.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}
