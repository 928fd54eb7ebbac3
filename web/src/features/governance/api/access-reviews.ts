import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { PAGE } from '../components/register-table.tsx';

export const useAccessReviews = (companyId: number, cursor: string | undefined) =>
  useQuery({
    queryKey: ['/access-reviews', { companyId, cursor }],
    queryFn: ({ signal }) =>
      client.page('GET /access-reviews', { query: { companyId, limit: PAGE, cursor }, signal }),
    placeholderData: (previous) => previous,
  });

/** Records that the caller went through the privileged users now. */
export function useRecordReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (companyId: number) => client.call('POST /access-reviews', { body: { companyId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/access-reviews'] }),
  });
}
