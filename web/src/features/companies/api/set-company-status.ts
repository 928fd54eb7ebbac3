import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateCompanies } from './invalidate-companies.ts';

export function useSetCompanyStatus(id: number) {
  const onSuccess = useInvalidateCompanies();
  return useMutation({
    mutationFn: (status: Company['status']) =>
      client.call('POST /companies/{id}/status', { params: { id }, body: { status } }),
    onSuccess,
  });
}
