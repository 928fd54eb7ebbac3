import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateCompanies } from './invalidate-companies.ts';

export interface CompanyChange {
  name: string;
  code: string;
  tier: 'primary' | 'secondary' | 'healthcare' | 'finance';
}

/** Of the company as it was read; the list is fetched again, also after a refusal. */
export function useUpdateCompany({ id, version }: Pick<Company, 'id' | 'version'>) {
  const onSettled = useInvalidateCompanies();
  return useMutation({
    mutationFn: (body: Partial<CompanyChange>) =>
      client.call('PUT /companies/{id}', { params: { id }, body, ifMatch: version }),
    onSettled,
  });
}
