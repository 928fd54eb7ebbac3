import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';
import { COMPANY_PATHS } from './company-paths.ts';

/** Of the company as it was read; the list is fetched again, also after a refusal. */
export const useDeleteCompany = ({ id, version }: Pick<Company, 'id' | 'version'>) =>
  useChange(
    () => client.call('DELETE /companies/{id}', { params: { id }, ifMatch: version }),
    COMPANY_PATHS,
    { alsoWhenRefused: true, inBackground: true },
  );
