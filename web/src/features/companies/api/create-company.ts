import type { CreateCompany } from '@pii-vault/contract/companies/companies-schema';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateCompanies } from './invalidate-companies.ts';

export function useCreateCompany() {
  const onSuccess = useInvalidateCompanies();
  return useMutation({
    mutationFn: (body: CreateCompany) => client.call('POST /companies', { body }),
    onSuccess,
  });
}
