import type { SecondFactorPolicy } from '@pii-vault/contract/second-factor-policy/second-factor-policy-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

const PATH = '/second-factor-policy';

export const useSecondFactorPolicy = (companyId: number) =>
  useQuery({
    queryKey: [PATH, { companyId }],
    queryFn: ({ signal }) => client.call('GET /second-factor-policy', { query: { companyId }, signal }),
  });

/** The client asks for a second factor or the password where it is needed. */
export function useSetSecondFactorPolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<SecondFactorPolicy, 'companyId' | 'roles'>) =>
      client.call('PUT /second-factor-policy', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [PATH] }),
  });
}
