import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';
import { COMPANY_PATHS } from './company-paths.ts';

/** Of the company as it was read; the list is fetched again, also after a refusal. */
export const useSetCompanyStatus = ({ id, version }: Pick<Company, 'id' | 'version'>) =>
  useChange(
    (status: Company['status']) =>
      client.call('POST /companies/{id}/status', { params: { id }, body: { status }, ifMatch: version }),
    COMPANY_PATHS,
    { alsoWhenRefused: true },
  );
