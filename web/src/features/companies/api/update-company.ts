import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateCompanies } from './invalidate-companies.ts';

export interface CompanyChange {
  name: string;
  code: string;
  tier: 'primary' | 'secondary' | 'healthcare' | 'finance';
}

export function useUpdateCompany(id: number) {
  const onSuccess = useInvalidateCompanies();
  return useMutation({
    mutationFn: (body: Partial<CompanyChange>) =>
      client.call('PUT /companies/{id}', { params: { id }, body }),
    onSuccess,
  });
}
