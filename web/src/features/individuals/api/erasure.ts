import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateIndividuals } from '../../../pii/invalidate-individuals.ts';

/** How far the erasure of a person is in a company; undefined where the person was not erased there. */
export const useErasure = (companyId: number, id: number) =>
  useQuery({
    queryKey: ['/erasures', { companyId, individualId: id }],
    queryFn: async ({ signal }) => {
      const found = await client.call('GET /individuals/{id}/erasure', {
        params: { id },
        query: { companyId },
        signal,
      });
      return found.find((one) => one.companyId === companyId) ?? null;
    },
  });

/** Seals a person in a company at once. */
export function useErase(id: number) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateIndividuals();
  return useMutation({
    mutationFn: (body: { companyId: number; reason: string }) =>
      client.call('POST /individuals/{id}/erase', { params: { id }, body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['/erasures'] });
      await invalidate();
    },
  });
}
