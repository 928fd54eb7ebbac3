import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateCompanies } from './invalidate-companies.ts';

export function useAcceptLinkAgreement() {
  const onSuccess = useInvalidateCompanies();
  return useMutation({
    mutationFn: (id: number) => client.call('POST /link-agreements/{id}/accept', { params: { id } }),
    onSuccess,
  });
}

export function useEndLinkAgreement() {
  const onSuccess = useInvalidateCompanies();
  return useMutation({
    mutationFn: (id: number) => client.call('DELETE /link-agreements/{id}', { params: { id } }),
    onSuccess,
  });
}
