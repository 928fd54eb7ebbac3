import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** When somebody last went through the privileged users, newest first. */
export const useAccessReviews = (companyId: number) =>
  useQuery({
    queryKey: ['/access-reviews', { companyId }],
    queryFn: ({ signal }) => client.call('GET /access-reviews', { query: { companyId, limit: 1 }, signal }),
  });

export function useRecordReview(companyId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      client.call('POST /access-reviews', { body: { companyId }, idempotencyKey: crypto.randomUUID() }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/access-reviews'] }),
  });
}
