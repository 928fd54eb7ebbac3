import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateIndividuals } from '../../../pii/invalidate-individuals.ts';

/** Withdraws one purpose for all fields of a person in a company. */
export function useWithdrawConsent(individualId: number) {
  const onSuccess = useInvalidateIndividuals();
  return useMutation({
    mutationFn: (body: { companyId: number; purpose: string }) =>
      client.call('POST /individuals/{id}/consent/withdraw', { params: { id: individualId }, body }),
    onSuccess,
  });
}
