import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';
import { COMPANY_PATHS } from './company-paths.ts';

export interface CompanyChange {
  name: string;
  code: string;
  tier: 'primary' | 'secondary' | 'healthcare' | 'finance';
  timeZone: string;
}

/** Of the company as it was read; the list is fetched again, also after a refusal. */
export const useUpdateCompany = ({ id, version }: Pick<Company, 'id' | 'version'>) =>
  useChange(
    (body: Partial<CompanyChange>) =>
      client.call('PUT /companies/{id}', { params: { id }, body, ifMatch: version }),
    COMPANY_PATHS,
    { alsoWhenRefused: true },
  );
