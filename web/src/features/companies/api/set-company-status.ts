import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateCompanies } from './invalidate-companies.ts';

/** Of the company as it was read; the list is fetched again, also after a refusal. */
export function useSetCompanyStatus({ id, version }: Pick<Company, 'id' | 'version'>) {
  const onSettled = useInvalidateCompanies();
  return useMutation({
    mutationFn: (status: Company['status']) =>
      client.call('POST /companies/{id}/status', { params: { id }, body: { status }, ifMatch: version }),
    onSettled,
  });
}
